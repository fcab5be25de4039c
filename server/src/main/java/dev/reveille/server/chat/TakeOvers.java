package dev.reveille.server.chat;

import java.time.Duration;

/** Computes how long the next body of an agent must wait: longer, the more often bodies change. */
public final class TakeOvers {
  private static final long REMEMBERED_NANOS = Duration.ofMinutes(5).toNanos();
  private static final long LONGEST = Duration.ofSeconds(60).toMillis();

  private final long wait;
  private int recent;
  private long last;

  public TakeOvers(Duration wait) {
    this.wait = wait.toMillis();
  }

  public long waitMillis(long nanos) {
    if (!remembers(nanos)) recent = 0;
    return wait == 0 ? 0 : Math.max(wait, Math.min(LONGEST, wait << Math.min(recent, 20)));
  }

  public void happened(long nanos) {
    recent = remembers(nanos) ? recent + 1 : 1;
    last = nanos;
  }

  public boolean remembers(long nanos) {
    return recent > 0 && nanos - last < REMEMBERED_NANOS;
  }
}
