package dev.reveille.server.chat;

import dev.reveille.server.kernel.Step;
import java.util.Optional;

/**
 * The steps of a feature about the fate of an entry that it places. Exactly one of {@link #placed}
 * and {@link #refused} is called after {@link #before} let the entry pass. All run on the agent's
 * lane.
 */
public interface Placing {
  /** Nothing depends on the fate of the entry. */
  Placing NOTHING = new Placing() {};

  /**
   * Called when the entry is no repeat and within the limits, before it goes to the channel. May
   * call cells below.
   *
   * @return what happens in place of the entry; absent if it may be placed
   */
  default Optional<Step> before() {
    return Optional.empty();
  }

  /** The entry has its seq. Whether it is durable shows later. */
  default Step placed(long seq) {
    return Step.none();
  }

  /** The channel refused the entry, and the session is told why. */
  default Step refused() {
    return Step.none();
  }

  /** The store refused the entry after {@link #placed}: it never was. */
  default Step undone() {
    return Step.none();
  }
}
