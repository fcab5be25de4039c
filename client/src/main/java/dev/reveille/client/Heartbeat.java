package dev.reveille.client;

/**
 * Lets a session send a PING at a fixed interval, so that a dead connection is noticed. Runs on its
 * own virtual thread until the session is over.
 */
final class Heartbeat implements Runnable {
  private final ClientSettings settings;
  private final ClientSession session;

  Heartbeat(ClientSettings settings, ClientSession session) {
    this.settings = settings;
    this.session = session;
  }

  @Override
  public void run() {
    try {
      do {
        settings.time().sleep(settings.pingEvery().toMillis());
      } while (session.beat());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
