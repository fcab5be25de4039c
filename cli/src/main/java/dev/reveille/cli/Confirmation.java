package dev.reveille.cli;

import dev.reveille.client.ClientException;
import dev.reveille.client.ClientTime;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;

/**
 * Confirms a batch when it is dealt with. If the connection was lost or taken over meanwhile, a
 * side session confirms it, so that what was dealt with does not come again.
 */
final class Confirmation {
  private static final long PAUSE_MILLIS = 5_000;

  private final Terminal terminal;
  private final ServerOptions server;
  private final boolean patient;

  /**
   * @param patient true: waits until a server that is away is back, however long that takes
   */
  Confirmation(Terminal terminal, ServerOptions server, boolean patient) {
    this.terminal = terminal;
    this.server = server;
    this.patient = patient;
  }

  /**
   * Returns when the server has confirmed it.
   *
   * @throws Problem if it could not be confirmed: then it comes again
   */
  void confirm(ReveilleClient client, String cursor) throws InterruptedException {
    if (cursor.isEmpty()) return;
    try {
      client.inbox().read(cursor);
    } catch (ClientException.Ended | ClientException.TimedOut e) {
      confirmAside(cursor);
    } catch (ClientException.Refused e) {
      if (!isAway(e)) throw comesAgain(e);
      confirmAside(cursor);
    }
  }

  private void confirmAside(String cursor) throws InterruptedException {
    for (boolean told = false; ; told = true) {
      try (var side = server.side(terminal, ConnectAs.IDENTITY)) {
        side.inbox().read(cursor);
        return;
      } catch (ClientException e) {
        if (!patient || !isAway(e)) {
          throw comesAgain(e);
        }
        if (!told) {
          terminal.warn(
              "The server is away or cannot store anything. The batch is confirmed when it can.");
        }
      }
      ClientTime.system().sleep(PAUSE_MILLIS);
    }
  }

  private static Problem comesAgain(ClientException e) {
    return new Problem(
        Exit.of(e), "The batch could not be confirmed, so it comes again: " + e.getMessage(), e);
  }

  private static boolean isAway(ClientException e) {
    return e instanceof ClientException.CannotConnect
        || e instanceof ClientException.TimedOut
        || (e instanceof ClientException.Refused refused
            && refused.is(ErrorCode.STORE_UNAVAILABLE));
  }
}
