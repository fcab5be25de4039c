package dev.reveille.server.decision;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.reveille.server.limits.FeatureSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The limits of wakes.
 *
 * @param pulse the time between two looks at a seat; zero = no pulses
 * @param patience after this an action of which nothing was heard is abandoned
 * @param abandonedLimit so many abandoned actions in a row trip the gate
 * @param window a message waits so long for others before it wakes; zero = at once
 * @param cap no message waits longer for others than this
 * @param refractory the least time between two wakes of a seat
 * @param cooldown the least time between two wakes for the same state; it doubles with each
 * @param mostCooldown the most that it grows to
 * @param retry the least time after an abandoned wake; it doubles with each
 * @param reserve how many wakes of a day are kept for messages of high priority
 * @param contextLimit a session with more tokens is not woken
 * @param contextWarning a session with more tokens is woken with a warning
 * @param team the names or ids of the seats that are watched together; empty = no team
 * @param teamIdle the team is idle if nobody of it did anything for so long
 * @param horizon messages that are older wake nobody; they stay listed
 * @param alertAfter a person is told if the team stays idle for so long and no wake was sent
 * @param pulses when pulses run
 */
public record WakeConfig(
    Duration pulse,
    Duration patience,
    int abandonedLimit,
    Duration window,
    Duration cap,
    Duration refractory,
    Duration cooldown,
    Duration mostCooldown,
    Duration retry,
    int reserve,
    long contextLimit,
    long contextWarning,
    List<String> team,
    Duration teamIdle,
    Duration alertAfter,
    Duration horizon,
    PulseRule pulses) {

  /** Their keys and how they are read. */
  public static final FeatureSettings<WakeConfig> SETTINGS =
      FeatureSettings.of(WakeConfig::of)
          .number("wake.pulse-minutes", "WAKE_PULSE_MINUTES", 0, 1_440)
          .number("wake.patience-minutes", "WAKE_PATIENCE_MINUTES", 1, 1_440)
          .number("wake.abandoned-limit", "WAKE_ABANDONED_LIMIT", 1, 100)
          .number("wake.window-seconds", "WAKE_WINDOW_S", 0, 3_600)
          .number("wake.cap-seconds", "WAKE_CAP_S", 0, 3_600)
          .number("wake.refractory-seconds", "WAKE_REFRACTORY_S", 0, 3_600)
          .number("wake.cooldown-minutes", "WAKE_COOLDOWN_MINUTES", 1, 10_000)
          .number("wake.most-cooldown-minutes", "WAKE_MOST_COOLDOWN_MINUTES", 1, 10_000)
          .number("wake.retry-minutes", "WAKE_RETRY_MINUTES", 1, 10_000)
          .number("wake.reserve", "WAKE_RESERVE", 0, 10_000)
          .number("wake.context-limit", "WAKE_CONTEXT_LIMIT", 1, Integer.MAX_VALUE)
          .number("wake.context-warning", "WAKE_CONTEXT_WARNING", 1, Integer.MAX_VALUE)
          .number("wake.team-idle-minutes", "WAKE_TEAM_IDLE_MINUTES", 1, 10_000)
          .number("wake.alert-minutes", "WAKE_ALERT_MINUTES", 0, 10_000)
          .number("wake.horizon-minutes", "WAKE_HORIZON_MINUTES", 1, 10_000)
          .word("wake.team", "WAKE_TEAM")
          .word("wake.pulses", "WAKE_PULSES")
          .word("wake.pulse-policy", "WAKE_PULSE_POLICY")
          .number("wake.away-minutes", "WAKE_AWAY_MINUTES", 1, 10_000);

  /**
   * Says when pulses run.
   *
   * @param onlyWhileAway true if they run only while no administrator is present, unless the wish
   *     says otherwise
   * @param away an administrator of whom nothing was seen for so long is away
   */
  public record PulseRule(PulseWish wish, boolean onlyWhileAway, Duration away) {
    static PulseRule of(Config wake) {
      return new PulseRule(
          wish(wake.getString("pulses")),
          policy(wake.getString("pulse-policy")),
          minutes(wake, "away-minutes"));
    }

    private static PulseWish wish(String word) {
      return switch (word) {
        case "" -> PulseWish.UNSET;
        case "on" -> PulseWish.ON;
        case "off" -> PulseWish.OFF;
        default -> throw new ConfigException.BadValue("wake.pulses", "it is on, off or empty");
      };
    }

    private static boolean policy(String word) {
      return switch (word) {
        case "always" -> false;
        case "away" -> true;
        default -> throw new ConfigException.BadValue("wake.pulse-policy", "it is always or away");
      };
    }
  }

  /** The wish of the operator. It wins over the policy. */
  public enum PulseWish {
    ON,
    OFF,
    UNSET
  }

  public WakeConfig {
    team = List.copyOf(team);
  }

  /**
   * Reads the settings.
   *
   * @param config the {@code reveille} section
   */
  public static WakeConfig of(Config config) {
    var wake = config.getConfig("wake");
    return new WakeConfig(
        minutes(wake, "pulse-minutes"),
        minutes(wake, "patience-minutes"),
        wake.getInt("abandoned-limit"),
        seconds(wake, "window-seconds"),
        seconds(wake, "cap-seconds"),
        seconds(wake, "refractory-seconds"),
        minutes(wake, "cooldown-minutes"),
        minutes(wake, "most-cooldown-minutes"),
        minutes(wake, "retry-minutes"),
        wake.getInt("reserve"),
        wake.getLong("context-limit"),
        wake.getLong("context-warning"),
        Arrays.stream(wake.getString("team").split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList(),
        minutes(wake, "team-idle-minutes"),
        minutes(wake, "alert-minutes"),
        minutes(wake, "horizon-minutes"),
        PulseRule.of(wake));
  }

  private static Duration minutes(Config config, String key) {
    return Duration.ofMinutes(config.getLong(key));
  }

  private static Duration seconds(Config config, String key) {
    return Duration.ofSeconds(config.getLong(key));
  }
}
