package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The limits of tasks.
 *
 * @param maxOpen the most open tasks that one agent may have created
 * @param maxAudience the most agents that one task may be for
 * @param cleanup how long the owner of a canceled task may still add to it
 * @param stalledAfter a task that nobody touched for so long counts as stalled; zero = never
 */
public record TaskConfig(int maxOpen, int maxAudience, Duration cleanup, Duration stalledAfter) {

  /**
   * @param config the {@code reveille} section
   */
  static TaskConfig of(Config config) {
    return new TaskConfig(
        config.getInt("tasks.max-open"),
        config.getInt("tasks.max-audience"),
        Duration.ofSeconds(config.getLong("tasks.cleanup-seconds")),
        Duration.ofMinutes(config.getLong("tasks.stalled-minutes")));
  }
}
