package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ReveilleClient;

/**
 * Confirms a batch when it is dealt with. If the connection was lost or taken over meanwhile, a
 * side session confirms it, so that what was dealt with does not come again.
 */
final class Confirmation {
  private final Terminal terminal;
  private final ServerOptions server;

  Confirmation(Terminal terminal, ServerOptions server) {
    this.terminal = terminal;
    this.server = server;
  }

  /**
   * Returns when the server has confirmed it.
   *
   * @throws Problem if it could not be confirmed: then it comes again
   */
  void confirm(ReveilleClient client, String cursor) {
    if (cursor.isEmpty()) return;
    try {
      client.inbox().read(cursor);
    } catch (ClientException.Ended | ClientException.TimedOut e) {
      confirmAside(cursor);
    }
  }

  private void confirmAside(String cursor) {
    try (var side = server.side(terminal, ConnectAs.IDENTITY)) {
      side.inbox().read(cursor);
    } catch (ClientException e) {
      throw new Problem(
          Exit.of(e), "The batch could not be confirmed, so it comes again: " + e.getMessage(), e);
    }
  }
}
