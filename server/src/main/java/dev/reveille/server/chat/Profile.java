package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.StoreWrite;
import java.time.Duration;
import java.util.List;

/** What an agent shows of itself: presence, nick, typing. Part of the agent cell. */
final class Profile {
  private static final long NICK_INTERVAL = Duration.ofSeconds(30).toNanos();

  private final AgentState state;
  private final ChatParts parts;
  private final Calls<ChatAnswer> calls;

  Profile(AgentState state, ChatParts parts, Calls<ChatAnswer> calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  /** Tells each fellow member once; of a sleeper when it wakes. */
  Step presence(AgentState.Body body, ClientMessage.SetPresence set) {
    if (state.sleep != null) {
      state.atWake = set;
      return Step.none();
    }
    state.status = set.status();
    state.statusText = set.statusText();
    var changed =
        new ServerMessage.PresenceChanged(
            state.id, body.name(), set.status().wire(), set.statusText());
    return Fellows.ask(
        state,
        calls,
        fellows ->
            Step.of(
                Unit.barrier(
                    List.of(
                        new ChatEffect.Came(state.shown(body)),
                        new ChatEffect.ToMany(fellows, changed, null)))));
  }

  Step nick(AgentState.Body body, String nick) {
    if (Names.isReserved(nick)) {
      return Replies.error(body, ErrorCode.INVALID_NAME, nick + " is reserved");
    }
    if (Names.isKeyId(nick)) {
      return Replies.error(body, ErrorCode.INVALID_NAME, Arrival.LIKE_AN_ID);
    }
    long now = parts.clock().nanos();
    if (state.nickUsed && now - state.lastNick < NICK_INTERVAL) {
      return Replies.error(body, ErrorCode.RATE_LIMITED, "One nick change per 30 s");
    }
    state.nickUsed = true;
    state.lastNick = now;
    var renamed = body.named(nick);
    state.body = renamed;
    var plan = calls.plan();
    for (var channel : state.channels) {
      plan.add(
          calls
              .to(
                  Cells.channel(channel),
                  new ChannelCommand.Rename(state.member(renamed), body.name()))
              .orAgain());
    }
    var changed = new ServerMessage.NickChanged(state.id, body.name(), nick);
    return calls.each(
        plan,
        () ->
            Step.of(
                Unit.bestEffort(
                    saved(renamed),
                    List.of(
                        new ChatEffect.Came(state.shown(renamed)),
                        new ChatEffect.ToSession(body.session(), changed)))));
  }

  /** An agent that is away is found by the name that it had last. */
  private List<StoreWrite> saved(AgentState.Body body) {
    return body.hasKey()
        ? List.of(new StoreWrite.SaveAgent(state.row(body, parts.clock().wallMillis())))
        : List.of();
  }

  /** Others see it in lists and in what the agent says from now on. */
  Step verify(boolean verified) {
    var old = state.body;
    if (old == null) return Step.none();
    var body = old.verified(verified);
    state.body = body;
    var plan = calls.plan();
    for (var channel : state.channels) {
      plan.add(
          calls
              .to(Cells.channel(channel), new ChannelCommand.Update(state.member(body)))
              .orAgain());
    }
    var result =
        new JsonText(96)
            .field("verified", verified)
            .field(
                "note",
                verified
                    ? "An administrator has verified you"
                    : "An administrator has withdrawn your verification");
    return calls.each(
        plan,
        () ->
            Step.of(
                Unit.barrier(
                    List.of(
                        new ChatEffect.Came(state.shown(body)),
                        new ChatEffect.ToSession(
                            body.session(),
                            new ServerMessage.AdminResult("verify", true, result.fields()))))));
  }

  Step typing(AgentState.Body body, String channel) {
    return calls
        .to(Cells.channel(channel), new ChannelCommand.Type(state.member(body)))
        .nothingToUndo()
        .end();
  }
}
