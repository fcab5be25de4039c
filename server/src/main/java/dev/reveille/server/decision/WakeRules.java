package dev.reveille.server.decision;

/**
 * The limits that a decision uses. Times are in milliseconds.
 *
 * @param gap the least time between two wakes of a seat
 * @param cooldown the least time between two wakes for the same state; it doubles with each
 * @param mostCooldown the most that it grows to
 * @param retry the least time after an abandoned wake; it doubles with each
 * @param reserve how many wakes of a day's budget are kept for messages of high priority
 * @param contextLimit a session with more tokens is not woken
 * @param contextWarning a session with more tokens is woken with a warning
 */
public record WakeRules(
    long gap,
    long cooldown,
    long mostCooldown,
    long retry,
    int reserve,
    long contextLimit,
    long contextWarning) {
  public static final long DAY_MILLIS = 86_400_000;

  private static final long MINUTE = 60_000;

  public static final WakeRules USUAL =
      new WakeRules(2 * MINUTE, 30 * MINUTE, 240 * MINUTE, 5 * MINUTE, 8, 250_000, 200_000);

  public static WakeRules of(WakeConfig config) {
    return new WakeRules(
        config.refractory().toMillis(),
        config.cooldown().toMillis(),
        config.mostCooldown().toMillis(),
        config.retry().toMillis(),
        config.reserve(),
        config.contextLimit(),
        config.contextWarning());
  }

  /** Returns how long the same state must wait after this many wakes for it. */
  long wait(int wakes, boolean abandoned) {
    long first = abandoned ? retry : cooldown;
    int doublings = Math.clamp(wakes - 1L, 0, 20);
    return Math.min(first << doublings, Math.max(mostCooldown, first));
  }
}
