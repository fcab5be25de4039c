package dev.reveille.server.kernel;

/**
 * Sets a stored timer. If a timer of this name exists, it is replaced.
 *
 * @param at when it is due, in wall milliseconds
 * @param madeAt the wall time at which it was decided. The timer never waits longer than {@code at
 *     - madeAt}, even if the wall clock is set back
 * @param payload comes back with {@link TimerDue}; empty = none. It is kept on disk, not in memory
 */
public record SetTimer(TimerId timer, long at, long madeAt, String payload) implements TimerWrite {
  /** The longest payload. Longer data belongs in a table of the feature. */
  public static final int MOST_PAYLOAD = 65_536;

  public SetTimer {
    if (payload.length() > MOST_PAYLOAD) {
      throw new IllegalArgumentException("The payload of " + timer + " is too long");
    }
  }
}
