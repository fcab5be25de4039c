package dev.reveille.server.seat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.reveille.protocol.Priority;
import dev.reveille.server.limits.FeatureSettings;
import java.time.Duration;
import java.util.List;

/**
 * The limits of seats.
 *
 * @param bootLimit a session that was started and not heard of for so long counts as not started
 * @param silentAfter a session of which nothing was heard for so long is idle
 * @param respawnGrace how long a session that declared itself full may go on before its successor
 *     takes over
 * @param stepLimit the longest that one thing at a harness may take
 * @param keepHandoffs how many handoffs of an identity are kept
 * @param scripted true if the server has the harness that runs nothing
 * @param definitions the seats that the settings define
 * @param dreamEvery how often ended sessions are looked for to consolidate them; zero = never
 * @param dreamCommand the program that consolidates, and its arguments; empty = none
 * @param dreamLimit the longest that the program may run
 */
public record SeatConfig(
    Duration bootLimit,
    Duration silentAfter,
    Duration respawnGrace,
    Duration stepLimit,
    int keepHandoffs,
    boolean scripted,
    List<Definition> definitions,
    Duration dreamEvery,
    List<String> dreamCommand,
    Duration dreamLimit) {

  /** Their keys and how they are read. */
  public static final FeatureSettings<SeatConfig> SETTINGS =
      FeatureSettings.of(SeatConfig::of)
          .number("seats.boot-limit-seconds", "SEATS_BOOT_LIMIT_S", 10, 86_400)
          .number("seats.silent-seconds", "SEATS_SILENT_S", 10, 86_400)
          .number("seats.respawn-grace-seconds", "SEATS_RESPAWN_GRACE_S", 0, 3_600)
          .number("seats.step-limit-seconds", "SEATS_STEP_LIMIT_S", 1, 3_600)
          .number("seats.keep-handoffs", "SEATS_KEEP_HANDOFFS", 1, 1_000)
          .word("seats.scripted", "SEATS_SCRIPTED")
          .number("seats.dream.every-minutes", "SEATS_DREAM_MINUTES", 0, 525_600)
          .number("seats.dream.limit-seconds", "SEATS_DREAM_LIMIT_S", 1, 3_600);

  /**
   * A seat that the settings define.
   *
   * @param identity the agent's name, or its id with {@code @}
   * @param priority low, normal or high
   * @param quiet empty = never
   */
  public record Definition(
      String identity,
      String harness,
      String folder,
      List<String> command,
      List<String> environment,
      String route,
      boolean autoResume,
      Priority priority,
      int dailyWakes,
      String quiet) {
    public Definition {
      command = List.copyOf(command);
      environment = List.copyOf(environment);
    }

    private static Definition of(Config seat) {
      var word = seat.hasPath("priority") ? seat.getString("priority") : "normal";
      for (var variable : words(seat, "environment")) {
        if (variable.indexOf('=') < 1) {
          throw new ConfigException.BadValue(seat.origin(), "environment", "each is NAME=value");
        }
      }
      return new Definition(
          seat.getString("identity"),
          seat.getString("harness"),
          text(seat, "folder"),
          words(seat, "command"),
          words(seat, "environment"),
          text(seat, "route"),
          !seat.hasPath("auto-resume") || seat.getBoolean("auto-resume"),
          Priority.of(word)
              .orElseThrow(
                  () ->
                      new ConfigException.BadValue(
                          seat.origin(), "priority", "low, normal or high")),
          seat.hasPath("daily-wakes") ? seat.getInt("daily-wakes") : 100,
          text(seat, "quiet"));
    }

    private static String text(Config seat, String key) {
      return seat.hasPath(key) ? seat.getString(key) : "";
    }

    private static List<String> words(Config seat, String key) {
      return seat.hasPath(key) ? seat.getStringList(key) : List.of();
    }
  }

  public SeatConfig {
    definitions = List.copyOf(definitions);
    dreamCommand = List.copyOf(dreamCommand);
  }

  /**
   * @param config the {@code reveille} section
   */
  static SeatConfig of(Config config) {
    return new SeatConfig(
        Duration.ofSeconds(config.getLong("seats.boot-limit-seconds")),
        Duration.ofSeconds(config.getLong("seats.silent-seconds")),
        Duration.ofSeconds(config.getLong("seats.respawn-grace-seconds")),
        Duration.ofSeconds(config.getLong("seats.step-limit-seconds")),
        config.getInt("seats.keep-handoffs"),
        config.getBoolean("seats.scripted"),
        config.getConfigList("seats.define").stream().map(Definition::of).toList(),
        Duration.ofMinutes(config.getLong("seats.dream.every-minutes")),
        config.getStringList("seats.dream.command"),
        Duration.ofSeconds(config.getLong("seats.dream.limit-seconds")));
  }
}
