package dev.reveille.server.app;

import com.typesafe.config.Config;
import dev.reveille.server.limits.FeatureSettings.Range;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks every number in the settings. Features have their ranges in {@code FeatureSettings}. */
final class SettingRanges {
  private static final long DAY = 86_400_000L;
  private static final long YEAR = 365 * DAY;

  private static final Map<String, Range> CORE =
      Map.ofEntries(
          Map.entry("port", new Range(0, 65_535)),
          Map.entry("dashboard.port", new Range(-1, 65_535)),
          Map.entry("dashboard.max-streams", new Range(1, 10_000)),
          Map.entry("edge.max-connections-per-ip", new Range(0, Integer.MAX_VALUE)),
          Map.entry("edge.outbound-queue-bytes", new Range(1, Integer.MAX_VALUE)),
          Map.entry("edge.heartbeat-interval-ms", new Range(1, DAY)),
          Map.entry("edge.heartbeat-timeout-ms", new Range(0, DAY)),
          Map.entry("edge.event-loops", new Range(0, 1024)),
          Map.entry("handshake.challenge-timeout-ms", new Range(1, DAY)),
          Map.entry("handshake.takeover-wait-ms", new Range(0, DAY)),
          Map.entry("handshake.lurk-minutes", new Range(0, YEAR / 60_000)),
          Map.entry("limits.rate-limit-ms", new Range(-1, DAY)),
          Map.entry("limits.rate-limit-burst", new Range(1, 10_000)),
          Map.entry("limits.frame-limit", new Range(0, 1_000_000)),
          Map.entry("limits.frame-limit-preauth", new Range(0, 1_000_000)),
          Map.entry("limits.mailbox-max", new Range(1, Integer.MAX_VALUE)),
          Map.entry("limits.dm-age-gate-ms", new Range(0, YEAR)),
          Map.entry("limits.max-channels", new Range(1, Integer.MAX_VALUE)),
          Map.entry("limits.max-channels-per-agent", new Range(1, Integer.MAX_VALUE)),
          Map.entry("limits.verification-timeout-ms", new Range(1, DAY)),
          Map.entry("channels.empty-channel-minutes", new Range(0, 525_600)),
          Map.entry("channels.claim-ttl-ms", new Range(1, DAY)),
          Map.entry("channels.message-buffer-size", new Range(0, 100_000)),
          Map.entry("channels.announce-max-members", new Range(0, Integer.MAX_VALUE)),
          Map.entry("store.retention-messages", new Range(0, Long.MAX_VALUE)),
          Map.entry("store.retention-days", new Range(0, 100_000)),
          Map.entry("store.agent-keep-days", new Range(0, 100_000)),
          Map.entry("mcp.stay-seconds", new Range(1, 86_400)),
          Map.entry("mcp.max-streams", new Range(0, 1_000_000)),
          Map.entry("timers.poll-ms", new Range(1, 3_600_000)));

  private SettingRanges() {}

  /**
   * Checks all numbers.
   *
   * @throws SettingsException that names the first one out of its range
   */
  static void check(Config config) {
    var ranges = new TreeMap<>(CORE);
    for (var settings : Features.SETTINGS) {
      for (var key : settings.keys()) {
        if (key.range() != null) ranges.put(key.key(), key.range());
      }
    }
    ranges.forEach((key, range) -> check(config, key, range));
    ChannelOverrides.keys(config)
        .forEach((own, standard) -> check(config, own, ranges.get(standard)));
  }

  private static void check(Config config, String key, @Nullable Range range) {
    if (range == null) return;
    var value = config.getNumber(key);
    boolean whole = value.doubleValue() == Math.rint(value.doubleValue());
    if (whole && value.doubleValue() >= range.least() && value.doubleValue() <= range.most()) {
      return;
    }
    throw new SettingsException(
        EnvironmentNames.shown(key)
            + " is "
            + config.getString(key)
            + ", but must be a whole number from "
            + range.least()
            + " to "
            + range.most());
  }
}
