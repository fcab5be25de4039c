package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Names;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.function.Supplier;

/** An agent's dealings with channels. Part of the agent cell. */
final class Rooms {
  private final AgentState state;
  private final ChatParts parts;
  private final Calls calls;

  Rooms(AgentState state, ChatParts parts, Calls calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  Step join(AgentState.Body body, ClientMessage.Join join) {
    var channel = join.channel();
    if (!state.channels.contains(channel)
        && state.channels.size() >= parts.config().maxChannelsPerAgent()) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "In too many channels: leave one before joining another");
    }
    var enter =
        new ChannelCommand.Enter(
            state.member(body), ChannelCommand.Entry.ASKED, body.hasKey(), join.since());
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
    if (body.hasKey()) state.memberships.add(channel);
  }

  Step leave(AgentState.Body body, String channel) {
    forget(channel);
    return calls.call(
        Cells.channel(channel),
        new ChannelCommand.Exit(state.member(body), false),
        answer -> orError(body, answer, Step::none));
  }

  private void forget(String channel) {
    state.channels.remove(channel);
    state.memberships.remove(channel);
  }

  /** Entering did not happen after all. */
  Step neverIn(String channel) {
    forget(channel);
    return Step.none();
  }

  /** Leaving did not happen after all. */
  Step stillIn(String channel) {
    var body = state.body;
    if (body != null) entered(body, channel);
    return Step.none();
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
    if (parts.channels().size() >= config.maxChannels()
        || state.channels.size() >= config.maxChannelsPerAgent()) {
      return Replies.error(body, ErrorCode.RATE_LIMITED, "There are too many channels");
    }
    return calls.call(
        Cells.channel(channel),
        new ChannelCommand.Create(
            state.member(body), body.hasKey(), create.inviteOnly(), create.verifiedOnly()),
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
        new ChannelCommand.CallTheRoll(),
        answer ->
            answer instanceof ChatAnswer.Roll(var agents)
                ? Step.of(
                    Unit.barrier(
                        List.of(new ChatEffect.SendAgents(body.session(), channel, agents))))
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
