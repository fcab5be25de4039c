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
    var member = enter.member();
    boolean asked = enter.entry() == ChannelCommand.Entry.ASKED;
    var entry = state.isIn(member) ? ChannelCommand.Entry.RETURN : enter.entry();
    var refusal = state.closedTo(member.agent(), member.verified(), entry);
    if (refusal.isPresent()) return refusal.get();
    boolean first = !state.isIn(member);
    var effects = new ArrayList<Effect>();
    var writes = new ArrayList<Write>();
    if (first) effects.addAll(come(state, member, enter.filter()));
    if (enter.keep()) {
      // Best effort like the membership, so nobody is told that the row is durable.
      writes.addAll(AgentRowWrites.writes(enter.newcomer(), List.of()));
      writes.addAll(keep(state, member.agent()));
    }
    if (asked) {
      if (first) writes.add(state.event("channel.joined", member.agent()));
      effects.add(replay(member, enter.since()));
    }
    return Step.answer(new ChatAnswer.Entered(first), Unit.bestEffort(writes, effects));
  }

  /** Adds a member. Returns the effects, which tell the others. */
  static List<Effect> come(ChannelState state, Presence.Member member, ChannelFilter filter) {
    state.add(member, filter);
    var effects = new ArrayList<Effect>();
    effects.add(new ChannelEffect.Entered(state.name(), member));
    effects.addAll(ChannelSubscribing.noted(state.name(), member, filter));
    if (state.announces()) {
      effects.add(
          new DeliveryEffect.ToMany(
              state.filters().noticed(),
              new ServerMessage.AgentJoined(
                  state.name(), member.agent(), member.name(), member.verified()),
              member.session()));
    }
    return effects;
  }

  /**
   * Removes a member. Returns the effects, which tell the others.
   *
   * @param gone true if it disconnected
   */
  static List<Effect> go(ChannelState state, Presence.Member member, boolean gone) {
    boolean announced = state.announces();
    state.remove(member.agent());
    var effects = new ArrayList<Effect>();
    effects.add(new ChannelEffect.Exited(state.name(), member.agent(), member.session()));
    if (announced) {
      var left =
          new ServerMessage.AgentLeft(state.name(), member.agent(), gone ? null : member.name());
      effects.add(new DeliveryEffect.ToMany(state.filters().noticed(), left, null));
    }
    return effects;
  }

  /** Notes that a membership is stored. Returns the writes. */
  static List<Write> keep(ChannelState state, String agent) {
    state.keep(agent);
    return List.of(
        new AddMember(state.name(), agent, state.now()), new BeginMark(agent, state.name()));
  }

  /** Notes that a membership is stored no longer. Returns the writes and adds the effects. */
  static List<Write> letGo(ChannelState state, String agent, List<Effect> effects) {
    state.letGo(agent);
    var writes = new ArrayList<Write>();
    writes.add(new RemoveMember(state.name(), agent));
    writes.add(new SetSubscription(agent, state.name(), null));
    if (state.isAutomatic()) return writes;
    writes.add(new RemoveMark(agent, state.name()));
    if (Names.isKeyId(agent.substring(1))) {
      effects.add(new Tell(Cells.mailbox(agent), new DropReferences(state.name())));
    }
    return writes;
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
      effects.addAll(go(state, member, gone));
      if (!gone) writes.add(state.event("channel.left", member.agent()));
    }
    if (!gone) {
      writes.addAll(letGo(state, member.agent(), effects));
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

  Step invite(ChannelCommand.Invite invite) {
    var inviter = invite.inviter();
    var target = invite.target();
    var refusal = state.notActing(inviter, invite.aside());
    if (refusal.isPresent()) return refusal.get();
    if (state.invited().size() >= MAX_INVITED && !state.invited().contains(target)) {
      return ChannelState.refuse(ErrorCode.RATE_LIMITED, "Too many are invited to " + state.name());
    }
    // Only the first invitation is told, so that nobody fills another's mailbox with repeats.
    if (!state.invited().add(target)) return ChannelState.done(Unit.barrier(List.of()));
    var invited = new Invited(state.name(), inviter.agent(), inviter.name());
    return ChannelState.done(
        Unit.required(
            List.of(new AddInvitation(state.name(), target, inviter.agent(), state.now())),
            List.of(Tell.once(Cells.mailbox(target), invited, invite.id())),
            List.of(Messages.notStored(inviter.session()))));
  }

  /** Returns the ids of the members. */
  Step listMembers(Presence.Member asker, ChannelCommand.@Nullable Entry aside) {
    var channel = state.info();
    if (channel == null) return state.unknown();
    if (channel.inviteOnly() && state.notActing(asker, aside).isPresent()) return state.notMember();
    return Step.answer(
        new ChatAnswer.MemberIds(state.members().stream().map(Presence.Member::agent).toList()));
  }

  Step mayRead(ChannelCommand.MayRead read) {
    if (!state.exists()) return state.unknown();
    if (state.member(read.agent()) != null) return ChannelState.done();
    var aside = read.aside();
    return aside == null
        ? state.notMember()
        : state.closedTo(read.agent(), read.verified(), aside).orElseGet(ChannelState::done);
  }

  /** Returns the sessions of all members but one that get presence notices. */
  List<SessionId> fellows(String agent) {
    return state.members().stream()
        .filter(m -> !m.agent().equals(agent) && state.filters().isNoticed(m.agent()))
        .map(Presence.Member::session)
        .toList();
  }
}
