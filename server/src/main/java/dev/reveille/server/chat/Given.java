package dev.reveille.server.chat;

import java.util.HashMap;
import java.util.Map;

/**
 * The things that the wiring gives to single features: what lies outside of the node, and what two
 * features share. A feature takes its own by their class.
 */
public final class Given {
  private final Map<Class<?>, Object> things = new HashMap<>();

  /** Adds a thing. There is one of each class. */
  public <T> Given with(Class<T> type, T thing) {
    if (things.putIfAbsent(type, thing) != null) {
      throw new IllegalStateException(type.getName() + " is given already");
    }
    return this;
  }

  /** Returns the thing of this class. */
  public <T> T get(Class<T> type) {
    var thing = things.get(type);
    if (thing == null) {
      throw new IllegalStateException("app.Node gives no " + type.getName() + " to its features");
    }
    return type.cast(thing);
  }
}
