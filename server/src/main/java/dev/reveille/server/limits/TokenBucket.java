package dev.reveille.server.limits;

import java.time.Duration;

/** Lets a burst through, then one per interval. Starts full. */
public final class TokenBucket {
  private final long interval;
  private final int burst;
  private long fullAt;
  private boolean used;

  public TokenBucket(Duration interval, int burst) {
    this.interval = interval.toNanos();
    this.burst = burst;
  }

  /** True if one more may pass now; it is counted. */
  public boolean take(long nanos) {
    if (interval == 0) return true;
    // fullAt is when the bucket will be full again: each token pushes it one interval further.
    long base = used && fullAt - nanos > 0 ? fullAt : nanos;
    if (base + interval - nanos > interval * burst) return false;
    fullAt = base + interval;
    used = true;
    return true;
  }

  /** Returns how long it takes until one more may pass. */
  public long waitNanos(long nanos) {
    if (interval == 0 || !used) return 0;
    return Math.max(0, fullAt - nanos - interval * (burst - 1));
  }
}
