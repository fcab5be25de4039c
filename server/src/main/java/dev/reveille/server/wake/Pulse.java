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
import java.util.function.Predicate;
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

  /** The time between two looks at a seat for which something waits, if there are no pulses. */
  private static final Duration WITHOUT_PULSES = Duration.ofMinutes(5);

  private final Clock clock;
  private final Host host;
  private final SeatBook seats;
  private final PulseHealth health;
  private final Supplier<PulseSwitch.Position> position;
  private final Predicate<String> waits;
  private final long interval;
  private final boolean off;

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
      Supplier<PulseSwitch.Position> position,
      Predicate<String> waits) {
    this.clock = clock;
    this.host = host;
    this.seats = seats;
    this.health = health;
    this.position = position;
    this.waits = waits;
    off = interval.isZero();
    this.interval = (off ? WITHOUT_PULSES : interval).toNanos();
    if (!interval.isZero() && interval.compareTo(FASTEST) < 0) {
      throw new IllegalArgumentException("a pulse takes a minute at least");
    }
  }

  /**
   * Tells the seats whose moment has come; returns them. While pulses are off or rest, only seats
   * for which something waits are told: the answer to what has come already may have been "not
   * now", and no event would ask again.
   */
  List<String> run() {
    // The sign of life comes first: a pulse that finds nobody still shows that it runs.
    if (!off) health.beat(clock.wallMillis(), clock.nanos());
    var known = seats.seats();
    seen = known;
    if (!off && known.isEmpty() && !saidWhyNot) log.info("No pulses: there are no seats");
    saidWhyNot = known.isEmpty();
    var now = off ? PulseSwitch.Position.OFF : position.get();
    if (!off) health.stands(now);
    return tell(known, now == PulseSwitch.Position.ON);
  }

  private List<String> tell(List<String> known, boolean all) {
    long now = clock.nanos();
    next.keySet().retainAll(new HashSet<>(known));
    var due = new ArrayList<String>();
    for (var seat : known) {
      long at = next.computeIfAbsent(seat, name -> now + offset(name));
      if (at > now) continue;
      if (all || waits.test(seat)) due.add(seat);
      long missed = (now - at) / interval;
      next.put(seat, at + (missed + 1) * interval);
    }
    for (var seat : due) host.tell(WakeCell.at(seat), WakeCommand.Look.PULSE);
    if (all) health.pulsed(due.size());
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
