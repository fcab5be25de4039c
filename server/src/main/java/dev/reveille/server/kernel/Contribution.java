package dev.reveille.server.kernel;

import java.util.List;

/** One thing that a {@link Feature} adds to the server. A record, defined where it is used. */
public interface Contribution {
  /**
   * Returns the name of the one thing that this contribution owns, with its sort in front: {@code
   * "cell channel"}, {@code "effect Fanout"}, {@code "wire MSG"}. No two contributions of a server
   * own the same thing.
   */
  String owns();

  /** Returns the things that it brings along, each of which has exactly one owner too. */
  default List<? extends Contribution> parts() {
    return List.of();
  }
}
