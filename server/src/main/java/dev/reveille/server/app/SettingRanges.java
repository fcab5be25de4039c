package dev.reveille.server.app;

import com.typesafe.config.Config;
import java.util.Map;

/** The allowed range of every number in the settings. */
final class SettingRanges {
  private record Range(long least, long most) {}

  private static final long DAY = 86_400_000L;
  private static final long YEAR = 365 * DAY;

  private static final Map<String, Range> RANGES =
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
          Map.entry("moderation.default.slow-mode-seconds", new Range(0, 86_400)),
          Map.entry("moderation.default.flood-repeats", new Range(0, 64)),
          Map.entry("moderation.default.flood-window-seconds", new Range(1, 86_400)),
          Map.entry("moderation.default.mute-seconds", new Range(1, YEAR / 1000)),
          Map.entry("moderation.default.decay-seconds", new Range(1, YEAR / 1000)),
          Map.entry("loop-guard.turns", new Range(0, 10_000)),
          Map.entry("loop-guard.window-seconds", new Range(1, 86_400)),
          Map.entry("loop-guard.first-wait-ms", new Range(1, DAY)),
          Map.entry("loop-guard.max-wait-ms", new Range(1, DAY)),
          Map.entry("store.retention-messages", new Range(0, Long.MAX_VALUE)),
          Map.entry("store.retention-days", new Range(0, 100_000)),
          Map.entry("store.agent-keep-days", new Range(0, 100_000)),
          Map.entry("callbacks.max-duration-seconds", new Range(1, YEAR / 1000)),
          Map.entry("callbacks.max-durable-seconds", new Range(1, YEAR / 1000)),
          Map.entry("callbacks.max-per-agent", new Range(0, 100_000)),
          Map.entry("callbacks.max-payload-bytes", new Range(0, 1_000_000)),
          Map.entry("mcp.stay-seconds", new Range(1, 86_400)),
          Map.entry("mcp.max-streams", new Range(0, 1_000_000)),
          Map.entry("sleep.max-buffer", new Range(0, 100_000)),
          Map.entry("seats.boot-limit-seconds", new Range(10, 86_400)),
          Map.entry("seats.silent-seconds", new Range(10, 86_400)),
          Map.entry("seats.respawn-grace-seconds", new Range(0, 3_600)),
          Map.entry("seats.step-limit-seconds", new Range(1, 3_600)),
          Map.entry("seats.keep-handoffs", new Range(1, 1_000)),
          Map.entry("seats.dream.every-minutes", new Range(0, 525_600)),
          Map.entry("seats.dream.limit-seconds", new Range(1, 3_600)),
          Map.entry("tasks.max-open", new Range(0, 100_000)),
          Map.entry("tasks.max-audience", new Range(1, 10_000)),
          Map.entry("tasks.cleanup-seconds", new Range(0, 86_400)),
          Map.entry("tasks.stalled-minutes", new Range(0, YEAR / 60_000)),
          Map.entry("wake.pulse-minutes", new Range(0, 1_440)),
          Map.entry("wake.patience-minutes", new Range(1, 1_440)),
          Map.entry("wake.abandoned-limit", new Range(1, 100)),
          Map.entry("wake.window-seconds", new Range(0, 3_600)),
          Map.entry("wake.cap-seconds", new Range(0, 3_600)),
          Map.entry("wake.refractory-seconds", new Range(0, 3_600)),
          Map.entry("wake.cooldown-minutes", new Range(1, 10_000)),
          Map.entry("wake.most-cooldown-minutes", new Range(1, 10_000)),
          Map.entry("wake.retry-minutes", new Range(1, 10_000)),
          Map.entry("wake.reserve", new Range(0, 10_000)),
          Map.entry("wake.context-limit", new Range(1, Integer.MAX_VALUE)),
          Map.entry("wake.context-warning", new Range(1, Integer.MAX_VALUE)),
          Map.entry("wake.team-idle-minutes", new Range(1, 10_000)),
          Map.entry("wake.alert-minutes", new Range(0, 10_000)),
          Map.entry("wake.away-minutes", new Range(1, 10_000)),
          Map.entry("alerts.per-hour", new Range(1, 1_000)),
          Map.entry("alerts.escalate-minutes", new Range(0, 10_000)),
          Map.entry("wake.horizon-minutes", new Range(1, 10_000)),
          Map.entry("timers.poll-ms", new Range(1, 3_600_000)));

  private SettingRanges() {}

  /**
   * Checks all numbers.
   *
   * @throws SettingsException that names the first one out of its range
   */
  static void check(Config config) {
    for (var key : RANGES.keySet().stream().sorted().toList()) check(config, key, key);
    ChannelOverrides.keys(config).forEach((own, standard) -> check(config, own, standard));
  }

  private static void check(Config config, String key, String like) {
    var range = RANGES.get(like);
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
