package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.SessionId;
import java.util.function.Consumer;

/**
 * Removes what a feature keeps for a session that is gone.
 *
 * <p>Departures run in the reverse order of the features. So a feature that uses the state of
 * another runs before that other.
 *
 * @param name the name of what is removed
 * @param part runs on the effects thread; never blocks
 */
public record Departure(String name, Consumer<SessionId> part) implements Contribution {
  @Override
  public String owns() {
    return "departure " + name;
  }
}
