package dev.reveille.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints what a command waits for if the wait is long. Prints nothing if it is closed before. */
final class LongWait implements AutoCloseable {
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread teller;

  private LongWait(Terminal terminal, Duration patience, String sentence) {
    teller =
        Thread.ofPlatform()
            .daemon()
            .name("reveille-long-wait")
            .start(
                () -> {
                  try {
                    if (over.await(patience.toMillis(), TimeUnit.MILLISECONDS)) return;
                    terminal.warn(sentence);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  /** Writes the sentence to standard error after the given time. */
  static LongWait tell(Terminal terminal, Duration patience, String sentence) {
    return new LongWait(terminal, patience, sentence);
  }

  /** Prints nothing after this returns, so the sentence cannot come between later lines. */
  @Override
  public void close() {
    over.countDown();
    boolean interrupted = Thread.interrupted();
    try {
      teller.join();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}
