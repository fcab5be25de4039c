package dev.reveille.client;

import java.io.IOException;

/** A web server answered the request for a WebSocket with something else. */
final class NotUpgraded extends IOException {
  private final int status;

  NotUpgraded(int status) {
    super("HTTP " + status + " in place of a WebSocket");
    this.status = status;
  }

  int status() {
    return status;
  }
}
