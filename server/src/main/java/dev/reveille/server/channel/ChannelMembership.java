package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.AgentRowWrites;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets agents into a channel and out of it, and answers who is in. */
final class ChannelMembership {
  /** Invitations are kept for good, so there must be an end to them. */
  private static final int MAX_INVITED = 10_000;

  private final ChannelState state;

  ChannelMembership(ChannelState state) {
    this.state = state;
  }

  /** Lets an agent in, or refuses it. An agent that is in already only gets its replay. */
  Step enter(ChannelCommand.Enter enter) {
    var channel = state.info();
    var member = enter.member();
    boolean asked = enter.entry() == ChannelCommand.Entry.ASKED;
    if (channel == null) return state.unknown();
    // An agent that returns was let in before. The configuration opens no private channel.
    boolean mustBeInvited =
        channel.inviteOnly() && enter.entry() != ChannelCommand.Entry.RETURN && !state.isIn(member);
    if (mustBeInvited && !state.invited().contains(member.agent())) {
      return ChannelState.refuse(
          ErrorCode.NOT_INVITED, "An invitation to " + state.name() + " is needed");
    }
    if (channel.verifiedOnly() && !member.verified()) {
      return ChannelState.refuse(ErrorCode.AUTH_REQUIRED, state.name() + " is for verified agents");
    }
    boolean first = !state.isIn(member);
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    if (first) {
      state.add(member, enter.filter());
      effects.add(new ChannelEffect.Entered(state.name(), member));
      effects.addAll(ChannelSubscribing.noted(state.name(), member, enter.filter()));
      if (state.announces()) {
        effects.add(
            new DeliveryEffect.ToMany(
                state.filters().noticed(),
                new ServerMessage.AgentJoined(
                    state.name(), member.agent(), member.name(), member.verified()),
                member.session()));
      }
    }
    if (enter.keep()) {
      // Best effort like the membership, so nobody is told that the row is durable.
      writes.addAll(AgentRowWrites.writes(enter.newcomer(), List.of()));
      writes.add(new AddMember(state.name(), member.agent(), state.now()));
      writes.add(new BeginMark(member.agent(), state.name()));
      state.keep(member.agent());
    }
    if (asked) {
      if (first) writes.add(state.event("channel.joined", member.agent()));
      effects.add(replay(member, enter.since()));
    }
    return Step.answer(new ChatAnswer.Entered(first), Unit.bestEffort(writes, effects));
  }

  private Effect replay(Presence.Member member, @Nullable Long since) {
    long from =
        since != null ? since + 1 : state.lastSeq() - state.config().messageBufferSize() + 1;
    return new ChannelEffect.Replay(
        member.session(),
        state.name(),
        state.listed(),
        Math.max(1, from),
        state.lastSeq(),
        state.filters().mutedFor(member.agent()));
  }

  /**
   * Lets an agent out.
   *
   * @param gone true if it only disconnected: its membership stays stored
   */
  Step exit(Presence.Member member, boolean gone) {
    if (!state.exists()) return ChannelState.done();
    state.floor().release(member.session());
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    if (state.isIn(member)) {
      boolean announced = state.announces();
      state.remove(member.agent());
      effects.add(new ChannelEffect.Exited(state.name(), member.agent(), member.session()));
      if (announced) {
        var left =
            new ServerMessage.AgentLeft(state.name(), member.agent(), gone ? null : member.name());
        effects.add(new DeliveryEffect.ToMany(state.filters().noticed(), left, null));
      }
      if (!gone) writes.add(state.event("channel.left", member.agent()));
    }
    if (!gone) {
      writes.add(new RemoveMember(state.name(), member.agent()));
      writes.add(new SetSubscription(member.agent(), state.name(), null));
      state.letGo(member.agent());
      if (!state.isAutomatic()) {
        writes.add(new RemoveMark(member.agent(), state.name()));
        if (Names.isKeyId(member.agent().substring(1))) {
          effects.add(new Tell(Cells.mailbox(member.agent()), new DropReferences(state.name())));
        }
      }
      effects.add(
          new DeliveryEffect.ToSession(member.session(), new ServerMessage.Left(state.name())));
    }
    return ChannelState.done(Unit.bestEffort(writes, effects));
  }

  Step rename(Presence.Member member, String oldName) {
    if (!state.isIn(member)) return ChannelState.done();
    state.update(member);
    var changed = new ServerMessage.NickChanged(member.agent(), oldName, member.name());
    return ChannelState.done(
        Unit.barrier(
            List.of(
                new ChannelEffect.Entered(state.name(), member),
                new DeliveryEffect.ToMany(state.everyone(), changed, null))));
  }

  /** Takes over what changed of a member and is not announced. */
  Step update(Presence.Member member) {
    if (!state.isIn(member)) return ChannelState.done();
    state.update(member);
    return ChannelState.done(
        Unit.barrier(List.of(new ChannelEffect.Entered(state.name(), member))));
  }

  Step invite(Presence.Member inviter, String target) {
    if (!state.exists()) return state.unknown();
    if (!state.isIn(inviter)) return state.notMember();
    if (state.invited().size() >= MAX_INVITED && !state.invited().contains(target)) {
      return ChannelState.refuse(ErrorCode.RATE_LIMITED, "Too many are invited to " + state.name());
    }
    state.invited().add(target);
    var text =
        new ServerMessage.Msg(
            state.now(),
            inviter.agent(),
            inviter.name(),
            target,
            "You have been invited to " + state.name(),
            0,
            null,
            null,
            "");
    return ChannelState.done(
        Unit.required(
            List.of(new AddInvitation(state.name(), target, inviter.agent(), state.now())),
            List.of(new DeliveryEffect.ToAgent(target, text)),
            List.of(Messages.notStored(inviter.session()))));
  }

  /** Returns the ids of the members. */
  Step listMembers(Presence.Member asker) {
    var channel = state.info();
    if (channel == null) return state.unknown();
    return channel.inviteOnly() && !state.isIn(asker)
        ? state.notMember()
        : Step.answer(
            new ChatAnswer.MemberIds(
                state.members().stream().map(Presence.Member::agent).toList()));
  }

  Step mayRead(String agent) {
    if (!state.exists()) return state.unknown();
    return state.member(agent) != null ? ChannelState.done() : state.notMember();
  }

  /** Returns the sessions of all members but one that get presence notices. */
  List<SessionId> fellows(String agent) {
    return state.members().stream()
        .filter(m -> !m.agent().equals(agent) && state.filters().isNoticed(m.agent()))
        .map(Presence.Member::session)
        .toList();
  }
}
