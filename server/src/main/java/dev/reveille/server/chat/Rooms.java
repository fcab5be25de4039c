package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.function.Supplier;

/** An agent's dealings with channels. Part of the agent cell. */
final class Rooms {
  /** How often an entry is tried again before the agent is told to do that itself. */
  private static final int MAX_UNDONE = 10;

  private final AgentState state;
  private final ChatParts parts;
  private final Calls calls;

  Rooms(AgentState state, ChatParts parts, Calls calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  Step join(AgentState.Body body, ClientMessage.Join join) {
    if (!state.channels.contains(join.channel())
        && state.channels.size() >= parts.config().maxChannelsPerAgent()) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "In too many channels: leave one before joining another");
    }
    return enter(
        body,
        join.channel(),
        new ChannelCommand.Enter(
            state.member(body),
            ChannelCommand.Entry.ASKED,
            body.hasKey(),
            join.since(),
            state.attention(join.channel()),
            state.newcomer(body, parts.clock().wallMillis()),
            0));
  }

  /**
   * An asked-for entry was built on something that was refused, such as a notice on a full disk:
   * the agent is not to blame, so it is tried again, unless the agent has left meanwhile.
   */
  Step joinAgain(AgentState.Body body, String channel, ChannelCommand.Enter enter, boolean first) {
    boolean wanted = state.channels.contains(channel);
    if (first) forget(channel);
    return wanted && enter.undone() < MAX_UNDONE
        ? enter(body, channel, enter.again(state.attention(channel)))
        : Step.of(Unit.barrier(List.of(Messages.notStored(body.session()))));
  }

  private Step enter(AgentState.Body body, String channel, ChannelCommand.Enter enter) {
    return calls.call(
        Cells.channel(channel),
        enter,
        answer -> {
          if (!(answer instanceof ChatAnswer.Entered(var first))) {
            return orError(body, answer, Step::none);
          }
          entered(body, channel);
          return first ? announce(body, channel) : Step.none();
        });
  }

  private Step announce(AgentState.Body body, String channel) {
    var text = body.name() + " joined " + channel;
    return calls.call(Cells.channel(channel), new ChannelCommand.Notice(text), _ -> Step.none());
  }

  private void entered(AgentState.Body body, String channel) {
    state.channels.add(channel);
    if (state.seldom().left().contains(channel)) state.changeSeldom().left().remove(channel);
    if (body.hasKey()) state.memberships.add(channel);
  }

  Step leave(AgentState.Body body, String channel) {
    forget(channel);
    if (parts.config().channels().contains(channel)) state.changeSeldom().left().add(channel);
    return calls.call(
        Cells.channel(channel),
        new ChannelCommand.Exit(state.member(body), false),
        answer -> orError(body, answer, Step::none));
  }

  private void forget(String channel) {
    state.channels.remove(channel);
    state.memberships.remove(channel);
    if (state.seldom().subscriptions().containsKey(channel)) {
      state.changeSeldom().subscriptions().remove(channel);
    }
  }

  /** Whether an entry that nobody asked for is still to be made: the agent may have left. */
  boolean stillWants(String channel, ChannelCommand.Entry entry) {
    return entry == ChannelCommand.Entry.RETURN
        ? state.memberships.contains(channel)
        : !state.seldom().left().contains(channel);
  }

  /** Entering did not happen after all. */
  Step neverIn(String channel) {
    forget(channel);
    return Step.none();
  }

  /** Leaving was built on something that was refused. It stands, unless the agent came back. */
  Step leaveAgain(SessionId session, String channel, Command exit) {
    return state.channels.contains(channel)
        ? Step.of(Unit.barrier(List.of(Messages.notStored(session))))
        : calls.call(Cells.channel(channel), exit, _ -> Step.none());
  }

  Step create(AgentState.Body body, ClientMessage.CreateChannel create) {
    var config = parts.config();
    if (config.createVerifiedOnly() && !body.verified()) {
      return Replies.error(
          body, ErrorCode.AUTH_REQUIRED, "Only verified agents create channels here");
    }
    var channel = create.channel();
    if (parts.channels().contains(channel)) {
      return Replies.error(body, ErrorCode.CHANNEL_EXISTS, channel + " exists already");
    }
    if (create.inviteOnly() && !config.privateEnabled()) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "Private channels are disabled");
    }
    if (state.channels.size() >= config.maxChannelsPerAgent()) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "In too many channels: leave one before making another");
    }
    return calls.call(
        Cells.channel(channel),
        new ChannelCommand.Create(
            state.member(body),
            body.hasKey(),
            create.inviteOnly(),
            create.verifiedOnly(),
            state.attention(channel),
            state.newcomer(body, parts.clock().wallMillis())),
        answer -> {
          if (answer instanceof ChatAnswer.Entered) entered(body, channel);
          return orError(body, answer, Step::none);
        });
  }

  Step invite(AgentState.Body body, ClientMessage.Invite invite) {
    if (!parts.config().privateEnabled()) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "Private channels are disabled");
    }
    if (!Names.isName(invite.agent().substring(1))) {
      return Replies.error(body, ErrorCode.AGENT_NOT_FOUND, "That is no agent's id");
    }
    return calls.call(
        Cells.channel(invite.channel()),
        new ChannelCommand.Invite(state.member(body), invite.agent()),
        answer -> orError(body, answer, Step::none));
  }

  Step agents(AgentState.Body body, String channel) {
    return calls.call(
        Cells.channel(channel),
        new ChannelCommand.CallTheRoll(state.member(body)),
        answer ->
            answer instanceof ChatAnswer.Roll(var agents)
                ? Step.of(
                    Unit.barrier(
                        List.of(
                            new DeliveryEffect.LookUp(
                                body.session(), new AgentsQuery(channel, agents)))))
                : orError(body, answer, Step::none));
  }

  Step history(AgentState.Body body, ClientMessage.History history) {
    return calls.call(
        Cells.channel(history.channel()),
        new ChannelCommand.MayRead(state.id),
        answer -> orError(body, answer, () -> page(body, history)));
  }

  private static Step page(AgentState.Body body, ClientMessage.History history) {
    return Step.of(
        Unit.barrier(
            List.of(
                new DeliveryEffect.LookUp(
                    body.session(),
                    new HistoryQuery(
                        history.channel(), history.after(), history.before(), history.limit())))));
  }

  static Step orError(AgentState.Body body, ChatAnswer answer, Supplier<Step> otherwise) {
    return answer instanceof ChatAnswer.Refused(var code, var reason)
        ? Replies.error(body, code, reason)
        : otherwise.get();
  }
}
