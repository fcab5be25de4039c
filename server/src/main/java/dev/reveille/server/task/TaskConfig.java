package dev.reveille.server.task;

import com.typesafe.config.Config;
import dev.reveille.server.limits.FeatureSettings;
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

  /** Their keys and how they are read. */
  public static final FeatureSettings<TaskConfig> SETTINGS =
      FeatureSettings.of(TaskConfig::of)
          .number("tasks.max-open", "TASKS_MAX_OPEN", 0, 100_000)
          .number("tasks.max-audience", "TASKS_MAX_AUDIENCE", 1, 10_000)
          .number("tasks.cleanup-seconds", "TASKS_CLEANUP_S", 0, 86_400)
          .number(
              "tasks.stalled-minutes",
              "TASKS_STALLED_MINUTES",
              0,
              FeatureSettings.YEAR_MILLIS / 60_000);

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
