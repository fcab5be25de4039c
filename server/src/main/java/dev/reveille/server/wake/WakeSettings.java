package dev.reveille.server.wake;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The settings of wakes.
 *
 * @param pulse the time between two looks at a seat; zero = no pulses
 * @param patience after this an action of which nothing was heard is abandoned
 * @param abandonedLimit so many abandoned actions in a row trip the gate
 * @param window a message waits so long for others before it wakes; zero = at once
 * @param cap no message waits longer for others than this
 * @param refractory the least time between two wakes by messages
 */
public record WakeSettings(
    Duration pulse,
    Duration patience,
    int abandonedLimit,
    Duration window,
    Duration cap,
    Duration refractory,
    WakeRules rules) {

  /**
   * Reads the settings.
   *
   * @param config the {@code reveille} section
   */
  public static WakeSettings of(Config config) {
    var wake = config.getConfig("wake");
    long refractory = wake.getLong("refractory-seconds");
    return new WakeSettings(
        Duration.ofMinutes(wake.getLong("pulse-minutes")),
        Duration.ofMinutes(wake.getLong("patience-minutes")),
        wake.getInt("abandoned-limit"),
        Duration.ofSeconds(wake.getLong("window-seconds")),
        Duration.ofSeconds(wake.getLong("cap-seconds")),
        Duration.ofSeconds(refractory),
        new WakeRules(
            refractory * 1_000,
            Duration.ofMinutes(wake.getLong("cooldown-minutes")).toMillis(),
            Duration.ofMinutes(wake.getLong("most-cooldown-minutes")).toMillis(),
            Duration.ofMinutes(wake.getLong("retry-minutes")).toMillis(),
            wake.getInt("reserve"),
            wake.getLong("context-limit"),
            wake.getLong("context-warning")));
  }
}
