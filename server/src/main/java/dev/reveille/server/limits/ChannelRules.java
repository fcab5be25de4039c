package dev.reveille.server.limits;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What an operator configured for a channel.
 *
 * @param slowMode the least time between two messages of one agent; zero = none
 * @param floodRepeats so often the same text within the window is a flood; 0 = nothing is
 * @param mute how long an agent is silenced that was warned before
 * @param decay the quiet time that takes one strike away
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
