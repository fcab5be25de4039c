package dev.reveille.server.observe;

import dev.reveille.server.kernel.Clock;

/**
 * Converts moments of the monotonic clock to wall times. The same moment gives the same wall time
 * until somebody sets the wall clock. This holds although the two clocks are not read at the same
 * instant.
 */
public final class WallTimes {
  private static final long NANOS = 1_000_000;

  /** A greater difference means that the wall clock was set or has drifted. */
  private static final long SET_MILLIS = 100;

  private final Clock clock;

  /* Guarded by this. */
  private long apart;

  public WallTimes(Clock clock) {
    this.clock = clock;
    apart = apartNow();
  }

  private long apartNow() {
    return clock.wallMillis() - Math.floorDiv(clock.nanos(), NANOS);
  }

  /** Returns the wall time of a moment of the monotonic clock. */
  public synchronized long of(long nanos) {
    long now = apartNow();
    if (Math.abs(now - apart) >= SET_MILLIS) apart = now;
    return apart + Math.floorDiv(nanos, NANOS);
  }
}
