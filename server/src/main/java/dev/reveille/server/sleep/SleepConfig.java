package dev.reveille.server.sleep;

import dev.reveille.server.limits.FeatureSettings;

/**
 * The limits of sleep.
 *
 * @param maxBuffer the most messages that wait for one sleeping agent
 */
public record SleepConfig(int maxBuffer) {
  /** Their keys and how they are read. */
  public static final FeatureSettings<SleepConfig> SETTINGS =
      FeatureSettings.of(config -> new SleepConfig(config.getInt("sleep.max-buffer")))
          .number("sleep.max-buffer", "AGENTCHAT_SLEEP_MAX_BUFFER", 0, 100_000);
}
