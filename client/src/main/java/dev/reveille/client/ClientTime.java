package dev.reveille.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** The clock and the waits of the client. Tests replace it with a clock that they move. */
public interface ClientTime {
  /** Returns milliseconds that only grow. They are not a date. */
  long millis();

  void sleep(long millis) throws InterruptedException;

  /** Waits for the signal. The caller holds its lock. May return early. */
  void await(Condition signal, long atMostMillis) throws InterruptedException;

  /** Returns the machine's clock. */
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
