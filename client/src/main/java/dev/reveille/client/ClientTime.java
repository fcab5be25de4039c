package dev.reveille.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** Time as the client feels it. Tests put a clock in its place that they move by hand. */
public interface ClientTime {
  /** Milliseconds that only grow; not a date. */
  long millis();

  void sleep(long millis) throws InterruptedException;

  /** Waits for the signal, whose lock the caller holds. May return early: look again. */
  void await(Condition signal, long atMostMillis) throws InterruptedException;

  /** The machine's own time. */
  static ClientTime system() {
    return new ClientTime() {
      @Override
      public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
      }

      @Override
      public void sleep(long millis) throws InterruptedException {
        Thread.sleep(millis);
      }

      @Override
      @SuppressWarnings("WaitNotInLoop") // the loop is the caller's: see the promise above
      public void await(Condition signal, long atMostMillis) throws InterruptedException {
        var _ = signal.await(atMostMillis, TimeUnit.MILLISECONDS);
      }
    };
  }
}
