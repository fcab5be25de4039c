package dev.reveille.server.limits;

import java.time.Duration;

/** Allows a burst, then one per interval. Starts full. */
public final class TokenBucket {
  private final long interval;
  private final int burst;
  private long fullAt;
  private boolean used;

  public TokenBucket(Duration interval, int burst) {
    this.interval = interval.toNanos();
    this.burst = burst;
  }

  /** Takes a token. True if there was one. */
  public boolean take(long nanos) {
    if (interval == 0) return true;
    // fullAt is the time when the bucket is full again. Each token moves it one interval later.
    long base = used && fullAt - nanos > 0 ? fullAt : nanos;
    if (base + interval - nanos > interval * burst) return false;
    fullAt = base + interval;
    used = true;
    return true;
  }

  /** Returns how long it takes until the next token is there. */
  public long waitNanos(long nanos) {
    if (interval == 0 || !used) return 0;
    return Math.max(0, fullAt - nanos - interval * (burst - 1));
  }
}
