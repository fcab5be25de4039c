package dev.reveille.server.limits;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The settings of moderation, read once. {@code reference.conf} explains them. */
public final class ModerationConfig {
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
