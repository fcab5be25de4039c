package dev.reveille.server.decision;

import java.time.Duration;

/** Says how long something took, as people say it. */
public final class Ago {
  private Ago() {}

  /** Returns a time in the largest unit that fits. */
  public static String words(long millis) {
    var time = Duration.ofMillis(Math.max(0, millis));
    if (time.toMinutes() < 1) return time.toSeconds() + " s";
    if (time.toHours() < 2) return time.toMinutes() + " min";
    return time.toHours() + " h";
  }
}
