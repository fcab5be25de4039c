package dev.reveille.server.outgoing;

import dev.reveille.server.kernel.Clock;
import java.time.Duration;

/** The end of a call. */
final class Deadline {
  private final Clock clock;
  private final long end;

  Deadline(Clock clock, Duration total) {
    this.clock = clock;
    this.end = clock.nanos() + total.toNanos();
  }

  /** Returns the nanoseconds that remain; 0 if there are none. */
  long nanos() {
    return Math.max(0, end - clock.nanos());
  }

  /** Returns the nanoseconds that remain, at most this many. */
  long nanos(Duration most) {
    return Math.min(nanos(), most.toNanos());
  }
}
