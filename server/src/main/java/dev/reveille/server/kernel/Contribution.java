package dev.reveille.server.kernel;

import java.util.List;

/** One thing that a {@link Feature} adds to the server. A record, defined where it is used. */
public interface Contribution {
  /**
   * Returns the name of the one thing that this contribution owns, after its kind: {@code "cell
   * channel"}, {@code "effect Fanout"}, {@code "wire MSG"}. No two contributions of a server own
   * the same thing.
   */
  String owns();

  /** Returns the contributions that come with this one. Each of them also has exactly one owner. */
  default List<? extends Contribution> parts() {
    return List.of();
  }
}
