package dev.reveille.server.wake;

import dev.reveille.server.decision.SeatBook;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The heartbeat: tells the cell of each seat to look, at the seat's own moment of each interval. A
 * pulse that was missed is not made up for: the next one sees everything that is there.
 *
 * <p>It is called about once a minute by one thread. It asks no model and starts no process.
 */
final class Pulse {
  private static final Logger log = LoggerFactory.getLogger(Pulse.class);
  static final Duration FASTEST = Duration.ofMinutes(1);

  private final Clock clock;
  private final Host host;
  private final SeatBook seats;
  private final PulseHealth health;
  private final Supplier<PulseSwitch.Position> position;
  private final long interval;

  /** The monotonic time of each seat's next pulse. */
  private final Map<String, Long> next = new HashMap<>();

  private @Nullable List<String> seen;
  private boolean saidWhyNot;

  Pulse(
      Clock clock,
      Host host,
      SeatBook seats,
      Duration interval,
      PulseHealth health,
      Supplier<PulseSwitch.Position> position) {
    this.clock = clock;
    this.host = host;
    this.seats = seats;
    this.health = health;
    this.position = position;
    this.interval = interval.toNanos();
    if (!interval.isZero() && interval.compareTo(FASTEST) < 0) {
      throw new IllegalArgumentException("a pulse takes a minute at least");
    }
  }

  /** Tells the seats whose moment has come; returns them. Does nothing if pulses are off. */
  List<String> run() {
    if (interval == 0) return List.of();
    // The sign of life comes first: a pulse that finds nobody still shows that it runs.
    health.beat(clock.wallMillis(), clock.nanos());
    var known = seats.seats();
    seen = known;
    if (known.isEmpty() && !saidWhyNot) log.info("No pulses: there are no seats");
    saidWhyNot = known.isEmpty();
    var now = position.get();
    health.stands(now);
    return now == PulseSwitch.Position.ON ? tell(known) : List.of();
  }

  private List<String> tell(List<String> known) {
    long now = clock.nanos();
    next.keySet().retainAll(new HashSet<>(known));
    var due = new ArrayList<String>();
    for (var seat : known) {
      long at = next.computeIfAbsent(seat, name -> now + offset(name));
      if (at > now) continue;
      due.add(seat);
      long missed = (now - at) / interval;
      next.put(seat, at + (missed + 1) * interval);
    }
    for (var seat : due) host.tell(WakeCell.at(seat), WakeCommand.Look.PULSE);
    health.pulsed(due.size());
    return due;
  }

  /** Returns the seats that the last pulse found; empty if none ran. */
  Optional<List<String>> known() {
    return Optional.ofNullable(seen);
  }

  /** Spreads the seats over the interval, always in the same way. */
  private long offset(String seat) {
    return Math.floorMod(seat.hashCode() * 0x9E3779B97F4A7C15L, interval);
  }
}
