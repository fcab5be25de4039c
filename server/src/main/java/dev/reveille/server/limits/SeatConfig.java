package dev.reveille.server.limits;

import com.typesafe.config.Config;
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
    Duration dreamEvery,
    List<String> dreamCommand,
    Duration dreamLimit) {
  public SeatConfig {
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
        Duration.ofMinutes(config.getLong("seats.dream.every-minutes")),
        config.getStringList("seats.dream.command"),
        Duration.ofSeconds(config.getLong("seats.dream.limit-seconds")));
  }
}
