package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The limits of what agents ask for with markers.
 *
 * @param longest the longest delay of a callback that is not durable, and the longest sleep
 * @param longestDurable the longest delay of a durable callback
 * @param perAgent callbacks of one agent that may be pending
 * @param payloadBytes the most that a callback may carry, in UTF-8
 * @param durable whether the callbacks of every agent with a key outlive its connection
 * @param sleepBuffer messages that wait for one sleeper
 */
public record MarkerConfig(
    Duration longest,
    Duration longestDurable,
    int perAgent,
    int payloadBytes,
    boolean durable,
    int sleepBuffer) {

  /**
   * @param config the {@code reveille} section
   */
  static MarkerConfig of(Config config) {
    return new MarkerConfig(
        Duration.ofSeconds(config.getLong("callbacks.max-duration-seconds")),
        Duration.ofSeconds(config.getLong("callbacks.max-durable-seconds")),
        config.getInt("callbacks.max-per-agent"),
        config.getInt("callbacks.max-payload-bytes"),
        config.getBoolean("callbacks.durable"),
        config.getInt("sleep.max-buffer"));
  }

  /** Too long is not refused: it becomes as long as can be. */
  public Duration clamp(Duration asked) {
    return asked.compareTo(longest) > 0 ? longest : asked;
  }
}
