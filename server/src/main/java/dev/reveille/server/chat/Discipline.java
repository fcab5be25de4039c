package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Names;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.moderation.ChannelRules;
import dev.reveille.server.moderation.Escalation;
import dev.reveille.server.moderation.RepeatWatch;
import dev.reveille.server.store.StoreWrite;
import dev.reveille.server.store.StoredGag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether an agent may speak at all: mutes by the server, and what leads to them. */
final class Discipline {
  private static final Duration TOLD_AGAIN = Duration.ofMinutes(1);

  private final AgentState state;
  private final ChatParts parts;
  private final Calls calls;

  /** Made when floods are looked for. */
  private @Nullable RepeatWatch repeats;

  private final Escalation escalation = new Escalation();
  private Duration decay = Duration.ZERO;

  /** When it was last written down that the agent goes too fast (monotonic); 0 = never. */
  private long toldNanos;

  Discipline(AgentState state, ChatParts parts, Calls calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  /**
   * Whether this part needs its cell to stay: something is held against an agent that can return.
   */
  boolean remembers() {
    return state.keyed && escalation.remembers(decay, parts.clock().nanos());
  }

  /** Why the agent may not speak now. */
  Optional<Step> silenced(AgentState.Body body) {
    var gag = state.gag;
    if (gag == null || body.verified() || parts.clock().wallMillis() >= gag.until()) {
      return Optional.empty();
    }
    return Optional.of(
        Replies.error(
            body,
            ErrorCode.RATE_LIMITED,
            "Muted by the server until "
                + Instant.ofEpochMilli(gag.until())
                + ": "
                + gag.reason()));
  }

  /** What becomes of an agent that says the same over and over; nothing if it does not. */
  Optional<Step> flooding(AgentState.Body body, String to, String text) {
    return flooding(body, to, text, true);
  }

  /** The same for what a callback says in a channel. Its agent may be away. */
  Optional<Step> floodingByCallback(String channel, String text) {
    return flooding(state.body, channel, text, false);
  }

  private Optional<Step> flooding(
      AgentState.@Nullable Body body, String to, String text, boolean asked) {
    var rules = parts.config().moderation().rules(to);
    if (rules.floodRepeats() == 0 || (body != null && body.verified())) return Optional.empty();
    long now = parts.clock().nanos();
    var watch = repeats;
    if (watch == null) {
      watch = new RepeatWatch();
      repeats = watch;
    }
    if (watch.saw(text, rules.floodWindow(), now) < rules.floodRepeats()) return Optional.empty();
    watch.clear();
    decay = rules.decay();
    var action = escalation.strike(decay, now);
    var reason =
        "the same message %d times within %d s"
            .formatted(rules.floodRepeats(), rules.floodWindow().toSeconds());
    return Optional.of(act(body, action, rules, reason, to.startsWith("#") ? to : null, asked));
  }

  /**
   * Refuses what goes beyond a limit. That is written down, but at most once a minute: to refuse
   * must stay cheaper than to take.
   */
  Step limited(AgentState.Body body, String reason, @Nullable String channel) {
    long now = parts.clock().nanos();
    if (toldNanos != 0 && now - toldNanos < TOLD_AGAIN.toNanos()) {
      return Replies.error(body, ErrorCode.RATE_LIMITED, reason);
    }
    toldNanos = now == 0 ? 1 : now;
    var event =
        new StoreWrite.AppendEvent(
            parts.clock().wallMillis(), "limit.hit", state.id, channel, reason);
    return Step.of(Unit.bestEffort(List.of(event), List.of(refusal(body, reason))));
  }

  /**
   * Warns, mutes or disconnects.
   *
   * @param body absent if the agent is away
   * @param asked whether the agent waits for an answer to what it said: only then it gets an ERROR
   */
  private Step act(
      AgentState.@Nullable Body body,
      Escalation.Action action,
      ChannelRules rules,
      String reason,
      @Nullable String channel,
      boolean asked) {
    long at = parts.clock().wallMillis();
    var writes = new ArrayList<Write>();
    var effects = new ArrayList<Effect>();
    var text =
        switch (action) {
          case WARN -> "Warning: " + reason + ". If it goes on, the server mutes you.";
          case MUTE -> {
            var gag = new StoredGag(at + rules.mute().toMillis(), reason);
            gag(state.keyed, gag, writes);
            yield "Muted until " + Instant.ofEpochMilli(gag.until()) + ": " + reason;
          }
          case KICK -> "Disconnected: " + reason;
        };
    if (body != null) {
      effects.add(notice(body, action, text));
      if (action == Escalation.Action.KICK) {
        effects.add(new ChatEffect.ToSession(body.session(), new ServerMessage.Kicked(reason)));
        effects.add(new ChatEffect.Hangup(body.session(), 1000, "Kicked"));
      } else if (asked) {
        effects.add(refusal(body, text));
      }
    }
    var kind =
        switch (action) {
          case WARN -> "moderation.warned";
          case MUTE -> "moderation.muted";
          case KICK -> "moderation.kicked";
        };
    writes.add(new StoreWrite.AppendEvent(at, kind, state.id, channel, reason));
    return Step.of(Unit.bestEffort(writes, effects));
  }

  /** An operator's decision. It counts, and the operator is told of it, once it is durable. */
  Step silence(AgentCommand.Silence order) {
    if (state.body == null && !state.keyed) {
      return refused(order, ErrorCode.AGENT_NOT_FOUND, "No agent " + state.id + " is known");
    }
    long at = parts.clock().wallMillis();
    long until = order.seconds() == 0 ? 0 : at + Duration.ofSeconds(order.seconds()).toMillis();
    return calls.call(
        Cells.gag(state.id),
        new GagCommand.Set(
            order.request(),
            new StoredGag(until, order.reason()),
            order.seconds(),
            state.keyed,
            order.audit()),
        answer ->
            answer instanceof ChatAnswer.Refused(var code, var reason)
                ? refused(order, code, reason)
                : Step.none());
  }

  private static Step refused(AgentCommand.Silence order, ErrorCode code, String reason) {
    return Step.of(Unit.barrier(order.request().refused(code, reason)));
  }

  Step gagged(StoredGag gag) {
    state.gag = gag.until() == 0 ? null : gag;
    return Step.none();
  }

  private void gag(boolean keep, StoredGag gag, List<Write> writes) {
    state.gag = gag.until() == 0 ? null : gag;
    if (keep) writes.add(new StoreWrite.SetGag(state.id, gag.until(), gag.reason()));
  }

  private Effect notice(AgentState.Body body, Escalation.Action action, String text) {
    return new ChatEffect.ToSession(body.session(), said(action, text));
  }

  private ServerMessage.Msg said(Escalation.Action action, String text) {
    var field =
        new JsonText(32).field("moderation", action.name().toLowerCase(Locale.ROOT)).fields();
    return new ServerMessage.Msg(
        parts.clock().wallMillis(), Names.SERVER, "Server", state.id, text, 0, null, null, field);
  }

  private static Effect refusal(AgentState.Body body, String text) {
    return new ChatEffect.ToSession(
        body.session(), new ServerMessage.Failure(ErrorCode.RATE_LIMITED, text));
  }
}
