package dev.reveille.client;

import java.util.Set;

/**
 * Connects a session again after each loss, with a growing pause before each try. Runs on its own
 * virtual thread until the session is over.
 *
 * <p>A refusal that may pass is tried again without limit. Another refusal ends the session, and so
 * do {@link ClientSettings#maxReconnects} failed tries in a row.
 */
final class Reconnecting implements Runnable {
  /** An expired challenge or a busy server may pass. A refused name or key does not. */
  private static final Set<String> PASSING =
      Set.of("VERIFICATION_EXPIRED", "RATE_LIMITED", "STORE_UNAVAILABLE");

  private final ClientSettings settings;
  private final ClientTime time;
  private final ClientSession session;
  private final Backoff backoff;

  Reconnecting(ClientSettings settings, ClientSession session) {
    this.settings = settings;
    this.time = settings.time();
    this.session = session;
    this.backoff =
        new Backoff(
            settings.backoffBase().toMillis(),
            settings.backoffMax().toMillis(),
            new Jitter(0.2, settings.random()));
  }

  @Override
  public void run() {
    int failures = 0;
    try {
      while (true) {
        long since = time.millis();
        if (!session.awaitLoss()) return;
        // A server that welcomes and drops at once must not be hammered.
        if (time.millis() - since >= settings.backoffMax().toMillis()) failures = 0;
        while (!tryAgain(failures++)) if (session.isEnded()) return;
      }
    } catch (InterruptedException e) {
      session.end(new ClientException.Ended("The client was interrupted.", e));
    }
  }

  private boolean tryAgain(int failures) throws InterruptedException {
    time.sleep(backoff.delayMillis(failures));
    if (session.isEnded()) return false;
    try {
      session.reconnect();
      return true;
    } catch (ClientException.Refused e) {
      if (!PASSING.contains(e.wireCode())) session.end(e);
      return false;
    } catch (ClientException e) {
      if (failures + 1 >= settings.maxReconnects()) {
        session.end(
            new ClientException.Ended("Gave up to reconnect to " + settings.uri() + ".", e));
      }
      return false;
    }
  }
}
