package dev.reveille.server.observe;

import dev.reveille.server.kernel.Clock;
import java.time.Duration;

/**
 * Knows when an administrator was last present: looked at the dashboard, or answered something.
 * Connections of agents never count, nor do pages that renew themselves.
 *
 * <p>Any thread may use it.
 */
public final class PersonPresence {
  private final Clock clock;

  /* Guarded by this. */
  private boolean known;
  private boolean here;
  private long lookedAt;
  private long lookedNanos;

  public PersonPresence(Clock clock) {
    this.clock = clock;
  }

  /** Notes that an administrator is present now. */
  public synchronized void looked() {
    known = true;
    here = true;
    lookedAt = clock.wallMillis();
    lookedNanos = clock.nanos();
  }

  /** Takes what an earlier process knew; 0 = nobody was ever present. */
  public synchronized void load(long wallMillis) {
    known = true;
    if (here) return;
    lookedAt = wallMillis;
  }

  /** Returns the wall time of the last look; 0 = never, or not known. */
  public synchronized long lookedAt() {
    return lookedAt;
  }

  /** True if nobody was present for so long. Unknown counts as present. */
  public synchronized boolean isAwayFor(Duration time) {
    if (!known) return false;
    return silentMillis() >= time.toMillis();
  }

  /** True if somebody is known to have been present within this time. Unknown is nobody. */
  public synchronized boolean wasHereWithin(Duration time) {
    return known && silentMillis() < time.toMillis();
  }

  private long silentMillis() {
    if (here) return (clock.nanos() - lookedNanos) / 1_000_000;
    if (lookedAt == 0) return Long.MAX_VALUE;
    // A wall clock that was set back says nothing about people: they count as away.
    long silent = clock.wallMillis() - lookedAt;
    return silent < 0 ? Long.MAX_VALUE : silent;
  }
}
