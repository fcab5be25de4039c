package dev.reveille.server.wake;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.decision.SensorCount;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.inbox.UnreadInbox;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.observe.Sensor;
import dev.reveille.server.sleep.SleepGate;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads everything that a decision needs. Each sensor stands alone: if one fails, its number is
 * unknown, its name is kept, and the others are read.
 */
final class Senses {
  /** Expired tasks that are older wake nobody. */
  private static final long OLDEST_MILLIS = WakeRules.DAY_MILLIS;

  private final Clock clock;
  private final Presence presence;
  private final SleepGate sleepers;
  private final Store store;
  private final SeatBook seats;
  private final MailSensor mail;
  private final TaskSensor tasks;
  private final Supplier<List<Sensor>> sensors;
  private final Function<String, List<SensorCount>> sources;
  private final Recent<StoredGate> gate;
  private final long horizon;

  /** The parts that it is made from. */
  record Parts(
      Clock clock,
      Presence presence,
      SleepGate sleepers,
      Store store,
      UnreadInbox inbox,
      SeatBook seats,
      Supplier<List<Sensor>> sensors,
      Function<String, List<SensorCount>> sources,
      Recent<StoredGate> gate,
      Duration horizon) {}

  Senses(Parts parts) {
    clock = parts.clock();
    presence = parts.presence();
    sleepers = parts.sleepers();
    store = parts.store();
    seats = parts.seats();
    mail = new MailSensor(store, parts.inbox());
    tasks = new TaskSensor(store, clock);
    gate = parts.gate();
    sensors = parts.sensors();
    sources = parts.sources();
    horizon = parts.horizon().toMillis();
  }

  /** Returns what is known of a seat now. Never throws. */
  Sensed look(String seat) {
    long now = clock.wallMillis();
    var failed = new ArrayList<String>();
    var look = must("seat", failed, () -> seats.look(seat, now), Optional.<SeatLook>empty());
    var closed = must("gate", failed, gate::get, StoredGate.UNREADABLE);
    // A fence from the future, because the clock was set back, holds up to this moment.
    long fence = Math.min(closed.fence(), now);
    long oldest = Math.max(now - OLDEST_MILLIS, fence);
    long oldestMail = Math.max(closed.oldest(now, horizon), fence);
    var body = presence.agent(seat);
    return new Sensed(
        now,
        look.orElse(null),
        body.filter(Presence.Agent::takesWakes).isPresent(),
        body.flatMap(agent -> sleepers.sleep(agent.session()))
            .map(sleep -> Reading.of(sleep.wakeAt()))
            .orElse(Reading.ZERO),
        must("mail", failed, () -> mail.look(seat, oldestMail), MailLook.UNKNOWN),
        must("tasks", failed, () -> tasks.look(seat, oldest), TaskLook.UNKNOWN),
        elsewhere(seat, failed),
        closed,
        failed);
  }

  private List<SensorCount> elsewhere(String seat, List<String> failed) {
    var all = new ArrayList<SensorCount>();
    for (var sensor : sensors.get()) {
      var count =
          must(
              sensor.name(),
              failed,
              () -> Reading.of(sensor.read().applyAsLong(seat)),
              Reading.UNKNOWN);
      all.add(new SensorCount(sensor.name(), sensor.words(), count));
    }
    var unreadable = List.of(new SensorCount("sources", "from work sources", Reading.UNKNOWN));
    for (var each : must("sources", failed, () -> sources.apply(seat), unreadable)) {
      if (!each.count().known() && !failed.contains(each.name())) failed.add(each.name());
      all.add(each);
    }
    return all;
  }

  private static <T> T must(String name, List<String> failed, Supplier<T> sensor, T unknown) {
    try {
      return sensor.get();
    } catch (RuntimeException e) {
      failed.add(name);
      return unknown;
    }
  }
}
