package dev.reveille.server.sleep;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/**
 * Tells an agent's cell which entries held for the sleeping agent come from agents that it has
 * muted meanwhile.
 *
 * @param number the number of the search that found them
 */
public record MutedWhileAsleep(SessionId session, long number, List<SleepGate.Held.Stored> places)
    implements Command {
  public MutedWhileAsleep {
    places = List.copyOf(places);
  }
}
