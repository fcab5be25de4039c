package dev.reveille.server.alert;

import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Command;

/**
 * Sets what needs a person aside for a while: it is not listed, and nobody is told of it.
 *
 * @param need its key
 * @param until wall time
 */
public record SetAside(String need, long until) implements Command {
  /** It is set aside, once the unit is stored. */
  public record IsAside(long until) implements ChatAnswer {}
}
