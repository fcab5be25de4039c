package dev.reveille.server.sleep;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Marker;
import dev.reveille.protocol.PresenceStatus;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.Agent;
import dev.reveille.server.chat.Body;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Posted;
import dev.reveille.server.chat.Slot;
import dev.reveille.server.chat.SpeakingPart;
import dev.reveille.server.chat.Told;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.PresenceEffect;
import dev.reveille.server.kernel.Calls;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import dev.reveille.server.limits.TokenBucket;
import dev.reveille.server.store.AppendEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts an agent to sleep and wakes it. Part of the agent cell.
 *
 * <p>The cell knows that the agent sleeps; the {@link SleepGate} holds its messages. The gate is
 * closed and opened by effects, so that happens in order with the agent's other messages.
 */
public final class SleepPart implements SpeakingPart {
  private static final String WAKE = "@@wake@@";

  /** The least time between two messages that wake their sender although its rate is used up. */
  private static final Duration WAKE_INTERVAL = Duration.ofSeconds(1);

  /** The state of an agent that sleeps or slept. */
  private static final class Sleeper {
    /** Null while the agent is awake. */
    private SleepGate.@Nullable Sleep sleep;

    /** The id of the last sleep. It grows, also if the cell is loaded again. */
    private long last;

    /** The presence that the agent set while it slept. */
    private ClientMessage.@Nullable SetPresence atWake;
  }

  private static final Slot<Sleeper> SLEEPER = new Slot<>(Sleeper::new);

  /** Limits messages that only wake their sender. */
  private static final Slot<TokenBucket> WAKES =
      new Slot<>(() -> new TokenBucket(WAKE_INTERVAL, 1));

  private final ChatParts parts;
  private final SleepGate gate;

  public SleepPart(ChatParts parts, SleepGate gate) {
    this.gate = gate;
    this.parts = parts;
  }

  @Override
  public List<Told<?>> told() {
    return List.of(
        new Told<>(SleepOver.class, this::over),
        new Told<>(Woke.class, this::woke),
        new Told<>(
            MutedWhileAsleep.class,
            (_, unheard) ->
                Step.of(
                    Unit.barrier(
                        List.of(
                            new SleepEffect.Discard(
                                unheard.session(), unheard.number(), unheard.places()))))));
  }

  private static SleepGate.@Nullable Sleep sleep(Agent agent) {
    var sleeper = agent.find(SLEEPER);
    return sleeper == null ? null : sleeper.sleep;
  }

  private static boolean isAsleep(Agent agent) {
    return sleep(agent) != null;
  }

  /** Searches the held entries again, because some may come from the agent that was muted now. */
  @Override
  public List<Effect> mutedMore(Agent agent, Body body) {
    return List.of(new SleepEffect.RemoveMuted(body.session()));
  }

  /** Restores the sleep from the gate, which outlives the cell. */
  @Override
  public void loaded(Agent agent) {
    var body = agent.body();
    if (body == null) return;
    var sleeper = agent.slot(SLEEPER);
    var sleep = gate.sleep(body.session()).orElse(null);
    sleeper.sleep = sleep;
    sleeper.last = sleep == null ? parts.clock().wallMillis() : sleep.id();
  }

  @Override
  public List<Calls<ChatAnswer>.Call> departing(Agent agent, Body body) {
    var sleeper = agent.find(SLEEPER);
    if (sleeper != null) {
      sleeper.sleep = null;
      sleeper.atWake = null;
    }
    return List.of();
  }

  @Override
  public Optional<PresenceStatus> shownStatus(Agent agent) {
    return isAsleep(agent) ? Optional.of(PresenceStatus.SLEEPING) : Optional.empty();
  }

  /** True while the agent sleeps: others see the presence when it wakes. */
  @Override
  public boolean keepsPresence(Agent agent, ClientMessage.SetPresence presence) {
    if (!isAsleep(agent)) return false;
    agent.slot(SLEEPER).atWake = presence;
    return true;
  }

  /** True if the message wakes its sender: an agent that used up its rate can still wake itself. */
  @Override
  public boolean isTakenBeyondRate(Agent agent, ClientMessage.Msg msg) {
    return msg.content().strip().equals(WAKE) && agent.slot(WAKES).take(parts.clock().nanos());
  }

  @Override
  public boolean actsOnRefused(Agent agent) {
    return isAsleep(agent);
  }

  /** Wakes the agent although its message is refused, unless the message asks to go on sleeping. */
  @Override
  public Step refused(Agent agent, Body speaker, List<Marker> markers) {
    return lastSleep(markers) == null ? wake(agent, true) : Step.none();
  }

  /** Wakes the sender of a message, unless the message only asks to go on sleeping. */
  @Override
  public Step beforeRelay(Agent agent, Body speaker, Posted posted) {
    var markers = posted.draft().markers();
    boolean wakes =
        lastSleep(markers) == null
            || (!posted.repeat() && markers.stream().anyMatch(Marker.Wake.class::isInstance));
    return wakes ? wake(agent, true) : Step.none();
  }

  @Override
  public Step afterRelay(Agent agent, Body speaker, Posted posted) {
    var marker = posted.repeat() ? null : lastSleep(posted.draft().markers());
    // The body sleeps and wakes, also if a side session spoke.
    var body = agent.body();
    return marker == null || body == null ? Step.none() : fallAsleep(agent, body, marker);
  }

  /** Returns the last sleep marker; null if there is none or its length is zero. */
  private static Marker.@Nullable Sleep lastSleep(List<Marker> markers) {
    Marker.Sleep last = null;
    for (var marker : markers) if (marker instanceof Marker.Sleep sleep) last = sleep;
    return last == null || last.length().isZero() ? null : last;
  }

  /**
   * Puts the agent to sleep. If it sleeps already, it goes on with the new terms and nobody is
   * told.
   */
  private Step fallAsleep(Agent agent, Body body, Marker.Sleep marker) {
    var length = parts.config().markers().clamp(marker.length());
    var sleeper = agent.slot(SLEEPER);
    var before = sleeper.sleep;
    var sleep =
        new SleepGate.Sleep(
            agent.id(),
            ++sleeper.last,
            marker.mode(),
            parts.clock().wallMillis() + length.toMillis());
    sleeper.sleep = sleep;
    var detail =
        new JsonText(64)
            .field("sleep", sleep.id())
            .field("wake_at", sleep.wakeAt())
            .field("mode", sleep.mode().name().toLowerCase(Locale.ROOT))
            .field("replaced", before != null);
    var closed =
        Unit.bestEffort(
            List.of(event(agent, "agent.slept", detail)),
            List.of(
                new SleepEffect.FallAsleep(
                    body.session(), sleep, length.toNanos(), List.copyOf(agent.channels()))));
    return before != null ? Step.of(closed) : tellFellows(agent, body, null, closed);
  }

  /** Wakes the agent if it sleeps: presence first, then the wake message and the held entries. */
  private static Step wake(Agent agent, boolean early) {
    var sleeper = agent.find(SLEEPER);
    var over = sleeper == null ? null : sleeper.sleep;
    var body = agent.body();
    if (sleeper == null || over == null || body == null) return Step.none();
    sleeper.sleep = null;
    var set = sleeper.atWake;
    sleeper.atWake = null;
    if (set == null) agent.show(PresenceStatus.ONLINE);
    else agent.show(set.status(), set.statusText());
    return tellFellows(
        agent,
        body,
        new SleepEffect.WakeUp(
            body.session(), agent.id(), over.id(), early, List.copyOf(agent.channels())));
  }

  /** Wakes the agent if the time of its present sleep is over. */
  private Step over(Agent agent, SleepOver over) {
    var sleep = sleep(agent);
    return agent.isBody(over.session()) && sleep != null && sleep.id() == over.sleep()
        ? wake(agent, false)
        : Step.none();
  }

  private Step woke(Agent agent, Woke woke) {
    var detail =
        new JsonText(64)
            .field("sleep", woke.sleep())
            .field("early", woke.early())
            .field("buffered", woke.buffered())
            .field("dropped", woke.dropped())
            .field("missed", woke.missed());
    return Step.of(Unit.bestEffort(List.of(event(agent, "agent.woke", detail)), List.of()));
  }

  /** Tells each fellow member of a channel once, then continues. */
  private static Step tellFellows(
      Agent agent, Body body, @Nullable Effect afterwards, Unit... before) {
    var shown = agent.shown(body);
    boolean asleep = isAsleep(agent);
    var word = (asleep ? PresenceStatus.SLEEPING : PresenceStatus.ONLINE).wire();
    return agent.withFellows(
        told -> {
          var effects = new ArrayList<Effect>();
          effects.add(new PresenceEffect.Came(shown));
          effects.add(
              new DeliveryEffect.ToMany(told, new ServerMessage.Presence(agent.id(), word), null));
          effects.add(
              new DeliveryEffect.ToMany(
                  told,
                  new ServerMessage.PresenceChanged(
                      agent.id(), body.name(), shown.status(), shown.statusText()),
                  null));
          if (afterwards != null) effects.add(afterwards);
          return Step.of(Unit.barrier(effects));
        },
        before);
  }

  private Write event(Agent agent, String kind, JsonText detail) {
    return new AppendEvent(parts.clock().wallMillis(), kind, agent.id(), null, detail.text());
  }
}
