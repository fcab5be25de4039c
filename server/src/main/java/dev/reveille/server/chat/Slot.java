package dev.reveille.server.chat;

import java.util.function.Supplier;

/**
 * The key of one part's value for an agent. The part holds the key and the agent holds the value.
 * The value is created when it is first needed, so it costs nothing for an agent that has none.
 *
 * <p>Two slots are never equal.
 */
public final class Slot<T> {
  private final Supplier<T> first;

  /**
   * @param first makes the first value for an agent
   */
  public Slot(Supplier<T> first) {
    this.first = first;
  }

  T first() {
    return first.get();
  }
}
