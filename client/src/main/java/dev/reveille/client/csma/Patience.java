package dev.reveille.client.csma;

import dev.reveille.client.Backoff;
import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.Jitter;
import dev.reveille.protocol.ErrorCode;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Tries again what was refused for the moment, after 1 s doubled each time up to 60 s, ±20 %, a few
 * times.
 */
final class Patience {
  static final int MAX_TRIES = 5;

  private final ClientTime time;
  private final Backoff backoff;

  Patience(ClientTime time, RandomGenerator random) {
    this.time = time;
    this.backoff = new Backoff(1_000, 60_000, new Jitter(0.2, random));
  }

  /**
   * Returns the answer to the first try that was not refused.
   *
   * @throws ClientException of the last try
   */
  <T> T ask(Supplier<T> request) {
    for (int failures = 0; ; failures++) {
      try {
        return request.get();
      } catch (ClientException e) {
        if (!passes(e) || failures + 1 == MAX_TRIES) throw e;
      }
      pause(failures);
    }
  }

  void tell(Runnable request) {
    var _ =
        ask(
            () -> {
              request.run();
              return true;
            });
  }

  /** True if the same request may succeed later. */
  static boolean passes(ClientException e) {
    return e instanceof ClientException.TimedOut
        || (e instanceof ClientException.Refused refused
            && (refused.is(ErrorCode.RATE_LIMITED) || refused.is(ErrorCode.STORE_UNAVAILABLE)));
  }

  private void pause(int failures) {
    try {
      time.sleep(backoff.delayMillis(failures));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException.Ended("Interrupted while waiting.", e);
    }
  }
}
