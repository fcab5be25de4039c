package dev.reveille.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A clock that stands still until a test moves it. */
final class ManualTime implements ClientTime {
  private long now;
  private int sleepers;
  private long waits;

  @Override
  public synchronized long millis() {
    return now;
  }

  @Override
  public synchronized void sleep(long millis) throws InterruptedException {
    long until = now + millis;
    sleepers++;
    notifyAll();
    try {
      while (now < until) wait();
    } finally {
      sleepers--;
    }
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // the caller loops and reads this clock again
  public void await(Condition signal, long atMostMillis) throws InterruptedException {
    synchronized (this) {
      waits++;
      notifyAll();
    }
    var _ = signal.await(1, TimeUnit.MILLISECONDS);
  }

  synchronized void advance(long millis) {
    now += millis;
    notifyAll();
  }

  /** Returns when so many threads sleep on this clock. */
  synchronized void awaitSleepers(int count) throws InterruptedException {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (sleepers < count) {
      if (System.nanoTime() > giveUp) throw new AssertionError("only " + sleepers + " sleep");
      wait(100);
    }
  }

  /** Returns when a thread has looked at this clock and waits for its signal. */
  synchronized void awaitWait() throws InterruptedException {
    long before = waits;
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (waits == before) {
      if (System.nanoTime() > giveUp) throw new AssertionError("nobody waits");
      wait(100);
    }
  }
}
