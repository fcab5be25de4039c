package dev.reveille.server.delivery;

import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.SessionId;
import java.util.function.Consumer;

/**
 * Lets a feature forget what it holds for a session that is gone.
 *
 * <p>Features are told in reverse order: one that uses another's state is told before that other.
 *
 * @param name of what is forgotten
 * @param part runs on the effects' thread; never blocks
 */
public record Departure(String name, Consumer<SessionId> part) implements Contribution {
  @Override
  public String owns() {
    return "departure " + name;
  }
}
