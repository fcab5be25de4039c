package dev.reveille.server.callback;

import dev.reveille.server.kernel.Effect;
import org.jspecify.annotations.Nullable;

/** What follows when a durable callback was stored or removed. */
public sealed interface CallbackEffect extends Effect {

  /** It is to fire after this many milliseconds. */
  record Arm(String agent, String id, @Nullable String channel, long millis)
      implements CallbackEffect {}

  /** It has fired or is cancelled. */
  record Disarm(String agent, String id) implements CallbackEffect {}
}
