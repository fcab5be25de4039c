package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/**
 * Tells an agent's cell which of the entries that wait for the sleeping agent are of agents that it
 * has muted meanwhile.
 *
 * @param number which look at what waits this comes of
 */
public record Unheard(SessionId session, long number, List<SleepGate.Held.Stored> places)
    implements Command {
  public Unheard {
    places = List.copyOf(places);
  }
}
