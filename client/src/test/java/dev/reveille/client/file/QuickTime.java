package dev.reveille.client.file;

import dev.reveille.client.ClientTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** A clock that a sleep moves at once, and a test moves by hand. */
final class QuickTime implements ClientTime {
  private final AtomicLong now = new AtomicLong();
  private final AtomicLong waits = new AtomicLong();

  @Override
  public long millis() {
    return now.get();
  }

  @Override
  public void sleep(long millis) {
    now.addAndGet(millis);
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the caller loops and reads this clock again
  public void await(Condition signal, long atMostMillis) throws InterruptedException {
    waits.incrementAndGet();
    var _ = signal.await(1, TimeUnit.MILLISECONDS);
  }

  void advance(long millis) {
    now.addAndGet(millis);
  }

  /** Returns when a thread has looked at this clock and waits for its signal. */
  void awaitWait() {
    long before = waits.get();
    while (waits.get() == before) Thread.onSpinWait();
  }
}
