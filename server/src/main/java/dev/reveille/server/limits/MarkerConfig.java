package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The limits of what agents ask for with markers.
 *
 * @param longest the longest delay of a callback that is not durable, and the longest sleep
 * @param longestDurable the longest delay of a durable callback
 * @param perAgent the most pending callbacks of one agent
 * @param payloadBytes the most bytes that a callback may carry, in UTF-8
 * @param durable true if the callbacks of every agent with a key outlive its connection
 */
public record MarkerConfig(
    Duration longest, Duration longestDurable, int perAgent, int payloadBytes, boolean durable) {

  /** Their keys and how they are read. */
  public static final FeatureSettings<MarkerConfig> SETTINGS =
      FeatureSettings.of(MarkerConfig::of)
          .number(
              "callbacks.max-duration-seconds",
              "AGENTCHAT_CB_MAX_DURATION_S",
              1,
              FeatureSettings.YEAR_MILLIS / 1000)
          .number(
              "callbacks.max-durable-seconds",
              "AGENTCHAT_CB_MAX_DURABLE_S",
              1,
              FeatureSettings.YEAR_MILLIS / 1000)
          .number("callbacks.max-per-agent", "AGENTCHAT_CB_MAX_PER_AGENT", 0, 100_000)
          .number("callbacks.max-payload-bytes", "AGENTCHAT_CB_MAX_PAYLOAD", 0, 1_000_000)
          .word("callbacks.durable", "CALLBACKS_DURABLE");

  /**
   * @param config the {@code reveille} section
   */
  static MarkerConfig of(Config config) {
    return new MarkerConfig(
        Duration.ofSeconds(config.getLong("callbacks.max-duration-seconds")),
        Duration.ofSeconds(config.getLong("callbacks.max-durable-seconds")),
        config.getInt("callbacks.max-per-agent"),
        config.getInt("callbacks.max-payload-bytes"),
        config.getBoolean("callbacks.durable"));
  }

  /**
   * Returns the delay, or the longest one if the delay is longer. A delay that is too long is not
   * refused.
   */
  public Duration clamp(Duration asked) {
    return asked.compareTo(longest) > 0 ? longest : asked;
  }
}
