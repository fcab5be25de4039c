package dev.reveille.server.chat;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.store.StoreWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How an agent falls asleep and wakes. Part of the agent cell.
 *
 * <p>The cell knows that the agent sleeps; the {@link Gate} holds its messages. What closes and
 * opens the gate is an effect, in its place among what the agent says and is told.
 */
final class Sleeping {
  private final AgentState state;
  private final ChatParts parts;
  private final Calls calls;

  Sleeping(AgentState state, ChatParts parts, Calls calls) {
    this.state = state;
    this.parts = parts;
    this.calls = calls;
  }

  /** Falls asleep; if it sleeps, it goes on under the new terms and nobody is told. */
  Step sleep(AgentState.Body body, Marker.Sleep marker) {
    var length = parts.config().markers().clamp(marker.length());
    var before = state.sleep;
    var sleep =
        new Gate.Sleep(
            state.id,
            ++state.sleeps,
            marker.mode(),
            parts.clock().wallMillis() + length.toMillis());
    state.sleep = sleep;
    var detail =
        new JsonText(64)
            .field("sleep", sleep.id())
            .field("wake_at", sleep.wakeAt())
            .field("mode", sleep.mode().name().toLowerCase(Locale.ROOT))
            .field("replaced", before != null);
    var closed =
        Unit.bestEffort(
            List.of(event("agent.slept", detail)),
            List.of(
                new ChatEffect.FallAsleep(
                    body.session(), sleep, length.toNanos(), List.copyOf(state.channels))));
    return before != null ? Step.of(closed) : tellFellows(body, null, closed);
  }

  /** Wakes, if it sleeps: presence, then the wake message and what waited. */
  Step wake(AgentState.Body body, boolean early) {
    var over = state.sleep;
    if (over == null) return Step.none();
    state.sleep = null;
    var set = state.atWake;
    state.atWake = null;
    state.status = set == null ? PresenceStatus.ONLINE : set.status();
    if (set != null) state.statusText = set.statusText();
    return tellFellows(
        body,
        new ChatEffect.WakeUp(
            body.session(), state.id, over.id(), early, List.copyOf(state.channels)));
  }

  /** The time is over, unless it is the time of another sleep. */
  Step over(SessionId session, long id) {
    var body = state.body;
    var sleep = state.sleep;
    if (body == null || !body.session().equals(session) || sleep == null || sleep.id() != id) {
      return Step.none();
    }
    return wake(body, false);
  }

  Step woke(AgentCommand.Woke woke) {
    var detail =
        new JsonText(64)
            .field("sleep", woke.sleep())
            .field("early", woke.early())
            .field("buffered", woke.buffered())
            .field("dropped", woke.dropped())
            .field("missed", woke.missed());
    return Step.of(Unit.bestEffort(List.of(event("agent.woke", detail)), List.of()));
  }

  /** Each fellow member once; then what follows. */
  private Step tellFellows(AgentState.Body body, @Nullable Effect afterwards, Unit... before) {
    var shown = state.shown(body);
    boolean asleep = state.sleep != null;
    var word = (asleep ? PresenceStatus.SLEEPING : PresenceStatus.ONLINE).wire();
    return calls.withFellows(
        state,
        told -> {
          var effects = new ArrayList<Effect>();
          effects.add(new ChatEffect.Came(shown));
          effects.add(
              new ChatEffect.ToMany(told, new ServerMessage.Presence(state.id, word), null));
          effects.add(
              new ChatEffect.ToMany(
                  told,
                  new ServerMessage.PresenceChanged(
                      state.id, body.name(), shown.status(), shown.statusText()),
                  null));
          if (afterwards != null) effects.add(afterwards);
          return Step.of(Unit.barrier(effects));
        },
        before);
  }

  private StoreWrite event(String kind, JsonText detail) {
    return new StoreWrite.AppendEvent(
        parts.clock().wallMillis(), kind, state.id, null, detail.text());
  }
}
