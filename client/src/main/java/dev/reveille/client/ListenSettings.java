package dev.reveille.client;

import java.time.Duration;
import java.util.Map;

/**
 * The settings of an agent that listens.
 *
 * @param settle how long after the first message more are awaited, so that a burst is one batch
 * @param nudge how long silence may last before listening ends with nothing
 * @param jitter how much the nudge is spread, as a fraction: 0.5 = ±50 %
 * @param notices true if the server's notices of joins and leaves count as messages
 */
public record ListenSettings(
    Duration settle,
    Duration nudge,
    double jitter,
    int maxMessages,
    int maxChars,
    boolean notices) {

  public static final ListenSettings DEFAULT =
      new ListenSettings(Duration.ofSeconds(5), Duration.ofHours(1), 0.5, 50, 32_000, false);

  /**
   * Returns the defaults, changed by {@code AGENTCHAT_SETTLE_MS} and {@code
   * AGENTCHAT_JITTER_PERCENT}.
   *
   * @throws IllegalArgumentException with a sentence that names the variable
   */
  public static ListenSettings of(Map<String, String> environment) {
    var settings = DEFAULT;
    var settle = environment.get("AGENTCHAT_SETTLE_MS");
    if (settle != null) settings = settings.withSettle(Duration.ofMillis(millis(settle)));
    var jitter = environment.get("AGENTCHAT_JITTER_PERCENT");
    return jitter == null ? settings : settings.withJitter(fraction(jitter));
  }

  private static long millis(String text) {
    try {
      long value = Long.parseLong(text.strip());
      if (value >= 0) return value;
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "AGENTCHAT_SETTLE_MS is '" + text + "'; give whole milliseconds, 0 or more.");
  }

  private static double fraction(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      if (value >= 0 && value <= 1) return value;
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        "AGENTCHAT_JITTER_PERCENT is '" + text + "'; give a fraction from 0 to 1 (0.5 = ±50 %).");
  }

  public ListenSettings withSettle(Duration settle) {
    return new ListenSettings(settle, nudge, jitter, maxMessages, maxChars, notices);
  }

  public ListenSettings withNudge(Duration nudge) {
    return new ListenSettings(settle, nudge, jitter, maxMessages, maxChars, notices);
  }

  public ListenSettings withJitter(double jitter) {
    return new ListenSettings(settle, nudge, jitter, maxMessages, maxChars, notices);
  }

  public ListenSettings withNotices(boolean notices) {
    return new ListenSettings(settle, nudge, jitter, maxMessages, maxChars, notices);
  }
}
