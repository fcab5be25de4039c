package dev.reveille.server.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Tells a command to another cell, once the unit is durable.
 *
 * <p>Without a key it does not survive the process: after a crash the command may never arrive. It
 * is also lost if the other cell cannot be loaded.
 *
 * <p>With a key it is durable. It is stored with its unit, so the unit must be required. It arrives
 * at least once, after the tells that the same cell sent to the same cell before, and it has one
 * effect. A second tell with the same key, from the same cell to the same cell, is ignored for
 * {@link #KEY_DAYS} days after the first one was handled. The class of its command must be a {@link
 * DurableCommand}.
 *
 * @param once true if the sender promises not to use the key again
 */
public record Tell(CellId to, Command command, @Nullable String key, boolean once)
    implements Effect {
  /** The number of days for which the key of a handled tell is known. */
  public static final int KEY_DAYS = 7;

  /** Makes a tell that does not survive the process. */
  public Tell(CellId to, Command command) {
    this(to, command, null, false);
  }

  /** Makes a durable tell. */
  public static Tell durable(CellId to, Command command, String key) {
    return new Tell(to, command, key, false);
  }

  /**
   * Makes a durable tell whose key its cell never uses again for the same receiver. Such a key need
   * not be remembered, so the tell costs less.
   */
  public static Tell once(CellId to, Command command, String key) {
    return new Tell(to, command, key, true);
  }
}
