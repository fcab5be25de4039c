package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * An operator's rules for a channel.
 *
 * @param slowMode the least time between two messages of one agent; zero = none
 * @param floodRepeats this many equal texts within the window are a flood; 0 = no flood check
 * @param mute how long an agent is muted after it was warned
 * @param decay the quiet time after which one strike is removed
 */
public record ChannelRules(
    Duration slowMode, int floodRepeats, Duration floodWindow, Duration mute, Duration decay) {

  static ChannelRules of(Config config) {
    return new ChannelRules(
        seconds(config, "slow-mode-seconds"),
        config.getInt("flood-repeats"),
        seconds(config, "flood-window-seconds"),
        seconds(config, "mute-seconds"),
        seconds(config, "decay-seconds"));
  }

  private static Duration seconds(Config config, String key) {
    return Duration.ofSeconds(config.getLong(key));
  }
}
