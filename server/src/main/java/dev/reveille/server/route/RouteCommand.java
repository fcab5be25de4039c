package dev.reveille.server.route;

import dev.reveille.protocol.RouteMessages;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to the cell that owns the routes of one identity. */
public sealed interface RouteCommand extends Command {
  /**
   * Gives a new seat its first routes. The routes of a known one are put in order: duplicates are
   * retired, and marks that are ahead of the inbox are set back. Routes of the settings are set,
   * and those that the settings no longer have are removed.
   */
  record Boot(List<DefinedRoute> defined) implements RouteCommand {
    public Boot {
      defined = List.copyOf(defined);
    }
  }

  /** The agent asks for its routes. */
  record Show(SessionId by, String request) implements RouteCommand {}

  /** The agent sets a route. */
  record Wish(SessionId by, RouteMessages.Wish wish) implements RouteCommand {}

  /** The agent removes a route. */
  record Drop(SessionId by, long n) implements RouteCommand {}

  /** A wake that had the entries up to here was handed over. */
  record HandedOver(long seq, long at) implements RouteCommand {}

  /**
   * A delivery by a webhook ended.
   *
   * @param why why it failed; null if it did not
   * @param lasting true if trying again is of no use
   */
  record Called(long n, @Nullable String why, boolean lasting) implements RouteCommand {}
}
