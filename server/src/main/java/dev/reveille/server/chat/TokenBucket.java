package dev.reveille.server.chat;

import java.time.Duration;

/** Lets a burst through, then one per interval. Starts full. */
final class TokenBucket {
  private final long interval;
  private final int burst;
  private long fullAt;
  private boolean used;

  TokenBucket(Duration interval, int burst) {
    this.interval = interval.toNanos();
    this.burst = burst;
  }

  /** Whether one more may pass now. */
  boolean take(long nanos) {
    if (interval == 0) return true;
    // fullAt is when the bucket will be full again: each token pushes it one interval further.
    long base = used && fullAt - nanos > 0 ? fullAt : nanos;
    if (base + interval - nanos > interval * burst) return false;
    fullAt = base + interval;
    used = true;
    return true;
  }

  /** Returns how long it takes until one more may pass. */
  long waitNanos(long nanos) {
    if (interval == 0 || !used) return 0;
    return Math.max(0, fullAt - nanos - interval * (burst - 1));
  }
}
