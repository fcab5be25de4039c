package dev.reveille.server.session;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.chat.DoorEffect;
import dev.reveille.server.delivery.Departure;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Carries out {@link DoorEffect}: welcomes, refuses and closes sessions. */
public final class SessionDelivery {
  private static final int TRY_LATER = 1013;

  private final Sessions door;
  private final Outlets outlets;
  private final TimerQueue timers;
  private final Clock clock;

  /** Sessions that wait for their WELCOME. Messages to them are held back. */
  private final Set<SessionId> entering = new HashSet<>();

  public SessionDelivery(Sessions door, Outlets outlets, TimerQueue timers, Clock clock) {
    this.door = door;
    this.outlets = outlets;
    this.timers = timers;
    this.clock = clock;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(DoorEffect.Hold.class, this::hold),
        new EffectPart<>(DoorEffect.Welcome.class, this::welcome),
        new EffectPart<>(DoorEffect.TurnAway.class, this::turnAway),
        new EffectPart<>(
            DoorEffect.MustWait.class, e -> door.with(e.session(), s -> s.mustWait(e.millis()))),
        new EffectPart<>(DoorEffect.Handled.class, e -> door.with(e.session(), Session::handled)),
        new EffectPart<>(DoorEffect.ToEverybody.class, this::toEverybody),
        new EffectPart<>(DoorEffect.CloseOthers.class, this::closeOthers));
  }

  public Departure departure() {
    return new Departure("entering session", entering::remove);
  }

  private void hold(DoorEffect.Hold e) {
    entering.add(e.session());
    outlets.hold(e.session());
  }

  private void welcome(DoorEffect.Welcome e) {
    entering.remove(e.session());
    outlets.release(e.session(), frame(e.message()));
  }

  /** Refuses a session. Mail and callbacks for it stay for the agent's next session. */
  private void turnAway(DoorEffect.TurnAway e) {
    if (entering.remove(e.session())) outlets.dropHeld(e.session());
    outlets.send(e.session(), frame(new ServerMessage.Failure(e.code(), e.reason())));
    outlets.close(e.session(), TRY_LATER, e.code().name());
  }

  private void toEverybody(DoorEffect.ToEverybody e) {
    outlets.broadcast(outlets.audience(door.listeners()), frame(e.message()), null, null);
  }

  private void closeOthers(DoorEffect.CloseOthers e) {
    var others = door.everybody().stream().filter(id -> !id.equals(e.except())).toList();
    timers.schedule(
        Duration.ofMillis(e.millis()),
        () -> {
          others.forEach(id -> outlets.close(id, e.code(), e.reason()));
          outlets.flush();
        });
  }

  private Frame frame(ServerMessage message) {
    return Messages.frame(message, clock);
  }
}
