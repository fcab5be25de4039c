package dev.reveille.server.limits;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The settings of moderation, read once. {@code reference.conf} explains them. */
public final class ModerationConfig {

  /** Their keys and how they are read. */
  public static final FeatureSettings<ModerationConfig> SETTINGS =
      FeatureSettings.of(ModerationConfig::new)
          .number("moderation.default.slow-mode-seconds", "SLOW_MODE_S", 0, 86_400)
          .number("moderation.default.flood-repeats", "FLOOD_REPEATS", 0, 64)
          .number("moderation.default.flood-window-seconds", "FLOOD_WINDOW_S", 1, 86_400)
          .number(
              "moderation.default.mute-seconds",
              "FLOOD_MUTE_S",
              1,
              FeatureSettings.YEAR_MILLIS / 1000)
          .number(
              "moderation.default.decay-seconds",
              "FLOOD_DECAY_S",
              1,
              FeatureSettings.YEAR_MILLIS / 1000)
          .number("loop-guard.turns", "LOOP_TURNS", 0, 10_000)
          .number("loop-guard.window-seconds", "LOOP_WINDOW_S", 1, 86_400)
          .number("loop-guard.first-wait-ms", "LOOP_WAIT_MS", 1, 86_400_000)
          .number("loop-guard.max-wait-ms", "LOOP_MAX_WAIT_MS", 1, 86_400_000);

  private final ChannelRules standard;
  private final Map<String, ChannelRules> channels = new HashMap<>();
  private final LoopGuard.Limits loops;

  /**
   * @param config the {@code reveille} section
   */
  public ModerationConfig(Config config) {
    var section = config.getConfig("moderation");
    var defaults = section.getConfig("default");
    standard = ChannelRules.of(defaults);
    var own = section.getConfig("channels");
    for (var name : own.root().keySet()) {
      channels.put(
          name, ChannelRules.of(own.getConfig(ConfigUtil.joinPath(name)).withFallback(defaults)));
    }
    var guard = config.getConfig("loop-guard");
    loops =
        new LoopGuard.Limits(
            guard.getInt("turns"),
            Duration.ofSeconds(guard.getLong("window-seconds")),
            Duration.ofMillis(guard.getLong("first-wait-ms")),
            Duration.ofMillis(guard.getLong("max-wait-ms")));
  }

  /** Returns the rules of a channel, or the standard rules if the target has none of its own. */
  public ChannelRules rules(String target) {
    return channels.getOrDefault(target, standard);
  }

  public LoopGuard.Limits loops() {
    return loops;
  }
}
