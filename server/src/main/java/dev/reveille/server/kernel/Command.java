package dev.reveille.server.kernel;

import java.util.List;

/** A request to a cell. A record that can be serialized: no lambdas, no sockets. */
public interface Command {
  /**
   * Returns the effects that run if the cell cannot be loaded or fails on this command. They
   * replace all other effects, so that nobody waits for an answer that never comes.
   *
   * <p>They do not run for a call from another cell: the calling cell gets the answer {@link
   * Unavailable} and reports the failure itself. They do not run for a delivered command either: it
   * is delivered again.
   */
  default List<Effect> unhandled() {
    return List.of();
  }
}
