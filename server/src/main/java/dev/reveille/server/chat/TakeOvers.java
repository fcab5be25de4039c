package dev.reveille.server.chat;

import java.time.Duration;

/** How long the next body of an agent must wait: longer, the more often bodies change. */
final class TakeOvers {
  private static final long MEMORY = Duration.ofMinutes(5).toNanos();
  private static final long LONGEST = Duration.ofSeconds(60).toMillis();

  private final long wait;
  private int recent;
  private long last;

  TakeOvers(Duration wait) {
    this.wait = wait.toMillis();
  }

  long waitMillis(long nanos) {
    if (!remembers(nanos)) recent = 0;
    return wait == 0 ? 0 : Math.max(wait, Math.min(LONGEST, wait << Math.min(recent, 20)));
  }

  void happened(long nanos) {
    recent = remembers(nanos) ? recent + 1 : 1;
    last = nanos;
  }

  boolean remembers(long nanos) {
    return recent > 0 && nanos - last < MEMORY;
  }
}
