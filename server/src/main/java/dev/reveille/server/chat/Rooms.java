package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Calls;
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
  private final Calls<ChatAnswer> calls;

  Rooms(AgentState state, ChatParts parts, Calls<ChatAnswer> calls) {
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
  private Step joinAgain(String channel, ChannelCommand.Enter enter, ChatAnswer answer) {
    boolean first = answer instanceof ChatAnswer.Entered(var entered) && entered;
    boolean wanted = state.channels.contains(channel);
    if (first) forget(channel);
    var body = state.body;
    if (body == null || !state.isBody(enter.member().session())) return Step.none();
    return wanted && enter.undone() < MAX_UNDONE
        ? enter(body, channel, enter.again(state.attention(channel)))
        : Step.of(Unit.barrier(List.of(Messages.notStored(body.session()))));
  }

  private Step enter(AgentState.Body body, String channel, ChannelCommand.Enter enter) {
    return calls
        .to(Cells.channel(channel), enter)
        .ifUndone(answer -> joinAgain(channel, enter, answer))
        .then(
            answer -> {
              if (!(answer instanceof ChatAnswer.Entered(var first))) {
                return orError(body, answer, Step::none);
              }
              entered(body, channel);
              return first ? announce(body, channel) : Step.none();
            });
  }

  /**
   * Enters a channel that the agent did not ask for now. Nobody would ask again, so it is tried
   * again if it is undone; only for the present body, and only if the agent has not left meanwhile.
   */
  Calls<ChatAnswer>.Call enterUnasked(String channel, ChannelCommand.Enter enter) {
    return calls
        .to(Cells.channel(channel), enter)
        .ifUndone(
            _ ->
                state.isBody(enter.member().session()) && stillWants(channel, enter.entry())
                    ? enterUnasked(channel, enter.again(state.attention(channel))).end()
                    : Step.none());
  }

  private Step announce(AgentState.Body body, String channel) {
    var text = body.name() + " joined " + channel;
    return calls.to(Cells.channel(channel), new ChannelCommand.Notice(text)).nothingToUndo().end();
  }

  private void entered(AgentState.Body body, String channel) {
    state.channels.add(channel);
    if (state.seldom().left().contains(channel)) state.changeSeldom().left().remove(channel);
    if (body.hasKey()) state.memberships.add(channel);
  }

  Step leave(AgentState.Body body, String channel) {
    forget(channel);
    if (parts.config().channels().contains(channel)) state.changeSeldom().left().add(channel);
    return exit(channel, new ChannelCommand.Exit(state.member(body), false))
        .then(answer -> orError(body, answer, Step::none));
  }

  /** Goes out. If that is undone it is done again, unless the agent came back meanwhile. */
  private Calls<ChatAnswer>.Call exit(String channel, ChannelCommand.Exit exit) {
    var session = exit.member().session();
    return calls
        .to(Cells.channel(channel), exit)
        .ifUndone(
            _ ->
                state.isBody(session) && state.channels.contains(channel)
                    ? Step.of(Unit.barrier(List.of(Messages.notStored(session))))
                    : exit(channel, exit).end());
  }

  private void forget(String channel) {
    state.channels.remove(channel);
    state.memberships.remove(channel);
    if (state.seldom().subscriptions().containsKey(channel)) {
      state.changeSeldom().subscriptions().remove(channel);
    }
  }

  /** Whether an entry that nobody asked for is still to be made: the agent may have left. */
  private boolean stillWants(String channel, ChannelCommand.Entry entry) {
    return entry == ChannelCommand.Entry.RETURN
        ? state.memberships.contains(channel)
        : !state.seldom().left().contains(channel);
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
    var created =
        new ChannelCommand.Create(
            state.member(body),
            body.hasKey(),
            create.inviteOnly(),
            create.verifiedOnly(),
            state.attention(channel),
            state.newcomer(body, parts.clock().wallMillis()));
    return calls
        .to(Cells.channel(channel), created)
        .ifUndone(
            _ -> {
              forget(channel);
              return Step.none();
            })
        .then(
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
    return calls
        .to(
            Cells.channel(invite.channel()),
            new ChannelCommand.Invite(state.member(body), invite.agent()))
        .nothingToUndo()
        .then(answer -> orError(body, answer, Step::none));
  }

  Step agents(AgentState.Body body, String channel) {
    return calls
        .to(Cells.channel(channel), new ChannelCommand.CallTheRoll(state.member(body)))
        .nothingToUndo()
        .then(
            answer ->
                answer instanceof ChatAnswer.Roll(var agents)
                    ? Step.of(
                        Unit.barrier(
                            List.of(new ChatEffect.SendAgents(body.session(), channel, agents))))
                    : orError(body, answer, Step::none));
  }

  Step history(AgentState.Body body, ClientMessage.History history) {
    return calls
        .to(Cells.channel(history.channel()), new ChannelCommand.MayRead(state.id))
        .nothingToUndo()
        .then(answer -> orError(body, answer, () -> page(body, history)));
  }

  private static Step page(AgentState.Body body, ClientMessage.History history) {
    return Step.of(
        Unit.barrier(
            List.of(
                new ChatEffect.SendHistory(
                    body.session(),
                    history.channel(),
                    history.after(),
                    history.before(),
                    history.limit()))));
  }

  static Step orError(AgentState.Body body, ChatAnswer answer, Supplier<Step> otherwise) {
    return answer instanceof ChatAnswer.Refused(var code, var reason)
        ? Replies.error(body, code, reason)
        : otherwise.get();
  }
}
