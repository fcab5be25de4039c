package dev.reveille.server.kernel;

import java.util.List;

/** What a cell is asked to do. A record that can be written down: no lambdas, no sockets. */
public interface Command {
  /**
   * Returns what is carried out in place of everything else if the cell cannot be loaded or fails
   * on this command, so that nobody waits for an answer that never comes. It does not apply to a
   * call: there the calling cell gets the answer {@link Unavailable} and speaks for itself.
   */
  default List<Effect> unhandled() {
    return List.of();
  }
}
