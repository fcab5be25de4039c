package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.time.Duration;

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
 */
public record SeatConfig(
    Duration bootLimit,
    Duration silentAfter,
    Duration respawnGrace,
    Duration stepLimit,
    int keepHandoffs,
    boolean scripted) {

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
        config.getBoolean("seats.scripted"));
  }
}
