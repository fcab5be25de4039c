package dev.reveille.server.chat;

import java.util.function.Supplier;

/**
 * The key to what one part keeps for an agent. The part holds the key, the agent holds the value,
 * which is made when it is first needed: an agent of which a part keeps nothing costs nothing.
 *
 * <p>Two slots are never equal.
 */
public final class Slot<T> {
  private final Supplier<T> first;

  /**
   * @param first makes the value of an agent that has none
   */
  public Slot(Supplier<T> first) {
    this.first = first;
  }

  T first() {
    return first.get();
  }
}
