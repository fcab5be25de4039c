package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Only;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.store.StoreWrite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent chooses to hear: filters and mutes. Part of the agent cell. */
final class Hearing {
  private static final int MAX_MUTED = 200;

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;

  Hearing(AgentState state, ChatParts parts, Calls<ChatAnswer> calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  Step subscribe(AgentState.Body body, ClientMessage.Subscribe subscribe) {
    var channel = subscribe.channel();
    var before = state.seldom().subscriptions().get(channel);
    var attention = new Attention(subscribe.only(), List.copyOf(state.seldom().muted()));
    return calls
        .to(
            Cells.channel(channel),
            new ChannelCommand.Attend(state.member(body), attention, true, body.hasKey(), before))
        .ifUndone(
            _ -> {
              if (state.isBody(body.session())) set(channel, before);
              return Step.none();
            })
        .then(
            answer ->
                Rooms.orError(
                    body,
                    answer,
                    () -> {
                      set(channel, subscribe.only());
                      return Step.none();
                    }));
  }

  private void set(String channel, @Nullable Only only) {
    if (only == null) state.changeSeldom().subscriptions().remove(channel);
    else state.changeSeldom().subscriptions().put(channel, only);
  }

  /** The answer comes after the mailbox and every channel know it, so nothing follows it. */
  Step mute(AgentState.Body body, ClientMessage.Mute mute) {
    var agent = mute.agent();
    if (agent.equals(state.id)) {
      return Replies.error(body, ErrorCode.INVALID_MSG, "An agent cannot mute itself");
    }
    if (mute.muted()
        && !state.seldom().muted().contains(agent)
        && state.seldom().muted().size() >= MAX_MUTED) {
      return Replies.error(
          body, ErrorCode.RATE_LIMITED, "Too many are muted: at most " + MAX_MUTED);
    }
    boolean changed =
        mute.muted()
            ? state.changeSeldom().muted().add(agent)
            : state.changeSeldom().muted().remove(agent);
    var muted = List.copyOf(state.seldom().muted());
    var answer = new ChatEffect.ToSession(body.session(), new ServerMessage.Muted(muted));
    if (!changed) return Step.of(Unit.barrier(List.of(answer)));
    var plan = calls.plan();
    plan.add(tellMailbox(body.session()));
    for (var channel : state.channels) plan.add(tellChannel(body, channel));
    List<Write> writes =
        body.hasKey()
            ? List.of(
                new StoreWrite.SetMute(state.id, agent, mute.muted(), parts.clock().wallMillis()))
            : List.of();
    var effects =
        mute.muted() ? List.of(new ChatEffect.Unhear(body.session()), answer) : List.of(answer);
    return calls.each(plan, () -> Step.of(Unit.bestEffort(writes, effects)));
  }

  /** Tells the mailbox whom the agent does not hear; if it forgets that, what is true by then. */
  private Calls<ChatAnswer>.Call tellMailbox(SessionId session) {
    return calls
        .to(
            Cells.mailbox(state.id),
            new MailboxCommand.Mute(session, List.copyOf(state.seldom().muted())))
        .ifUndone(_ -> state.isBody(session) ? tellMailbox(session).end() : Step.none());
  }

  /** Tells a channel what the agent hears of it; if it forgets that, what is true by then. */
  private Calls<ChatAnswer>.Call tellChannel(AgentState.Body body, String channel) {
    var attention = state.attention(channel);
    return calls
        .to(
            Cells.channel(channel),
            new ChannelCommand.Attend(
                state.member(body), attention, false, false, attention.only()))
        .ifUndone(
            _ -> {
              var now = state.body;
              return now != null && state.isBody(body.session())
                  ? tellChannel(now, channel).end()
                  : Step.none();
            });
  }

  Step list(AgentState.Body body) {
    var channels =
        state.channels.stream()
            .map(c -> new ServerMessage.Subscription(c, state.seldom().subscriptions().get(c)))
            .toList();
    return Replies.reply(
        body.session(),
        new ServerMessage.Subscriptions(channels, List.copyOf(state.seldom().muted())));
  }
}
