package dev.reveille.server.app;

import java.util.Map;
import java.util.Set;

/** Maps the keys of {@code reference.conf} to the environment variables that set them. */
final class EnvironmentNames {
  static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("PORT", "port"),
          Map.entry("HOST", "host"),
          Map.entry("SERVER_NAME", "server-name"),
          Map.entry("DATA_DIR", "data-dir"),
          Map.entry("LOG_LEVEL", "log-level"),
          Map.entry("LOG_FILE", "log-file"),
          Map.entry("TLS_CERT", "tls.cert"),
          Map.entry("TLS_KEY", "tls.key"),
          Map.entry("ALLOWED_ORIGINS", "edge.allowed-origins"),
          Map.entry("ALLOWED_HOSTS", "edge.allowed-hosts"),
          Map.entry("TRUSTED_PROXIES", "edge.trusted-proxies"),
          Map.entry("MAX_CONNECTIONS_PER_IP", "edge.max-connections-per-ip"),
          Map.entry("OUTBOUND_QUEUE_BYTES", "edge.outbound-queue-bytes"),
          Map.entry("HEARTBEAT_INTERVAL_MS", "edge.heartbeat-interval-ms"),
          Map.entry("HEARTBEAT_TIMEOUT_MS", "edge.heartbeat-timeout-ms"),
          Map.entry("EVENT_LOOPS", "edge.event-loops"),
          Map.entry("SOCKET_TRANSPORT", "edge.transport"),
          Map.entry("CHALLENGE_TIMEOUT_MS", "handshake.challenge-timeout-ms"),
          Map.entry("TAKEOVER_WAIT_MS", "handshake.takeover-wait-ms"),
          Map.entry("GENESIS_AGENT_ID", "handshake.genesis-agent-id"),
          Map.entry("LURK_MINUTES", "handshake.lurk-minutes"),
          Map.entry("LURK_DISABLED", "handshake.lurk-disabled"),
          Map.entry("MOTD", "handshake.motd"),
          Map.entry("MOTD_FILE", "handshake.motd-file"),
          Map.entry("RATE_LIMIT_MS", "limits.rate-limit-ms"),
          Map.entry("RATE_LIMIT_BURST", "limits.rate-limit-burst"),
          Map.entry("FRAME_LIMIT", "limits.frame-limit"),
          Map.entry("FRAME_LIMIT_PREAUTH", "limits.frame-limit-preauth"),
          Map.entry("MAILBOX_MAX", "limits.mailbox-max"),
          Map.entry("DM_AGE_GATE_MS", "limits.dm-age-gate-ms"),
          Map.entry("MAX_CHANNELS", "limits.max-channels"),
          Map.entry("MAX_CHANNELS_PER_AGENT", "limits.max-channels-per-agent"),
          Map.entry("VERIFICATION_TIMEOUT_MS", "limits.verification-timeout-ms"),
          Map.entry("AGENTCHAT_CLAIM_TTL_MS", "channels.claim-ttl-ms"),
          Map.entry("EMPTY_CHANNEL_MINUTES", "channels.empty-channel-minutes"),
          Map.entry("CHANNELS", "channels.names"),
          Map.entry("MESSAGE_BUFFER_SIZE", "channels.message-buffer-size"),
          Map.entry("ANNOUNCE_MAX_MEMBERS", "channels.announce-max-members"),
          Map.entry("PRIVATE_CHANNELS_ENABLED", "channels.private-enabled"),
          Map.entry("CREATE_VERIFIED_ONLY", "channels.create-verified-only"),
          Map.entry("SLOW_MODE_S", "moderation.default.slow-mode-seconds"),
          Map.entry("FLOOD_REPEATS", "moderation.default.flood-repeats"),
          Map.entry("FLOOD_WINDOW_S", "moderation.default.flood-window-seconds"),
          Map.entry("FLOOD_MUTE_S", "moderation.default.mute-seconds"),
          Map.entry("FLOOD_DECAY_S", "moderation.default.decay-seconds"),
          Map.entry("LOOP_TURNS", "loop-guard.turns"),
          Map.entry("LOOP_WINDOW_S", "loop-guard.window-seconds"),
          Map.entry("LOOP_WAIT_MS", "loop-guard.first-wait-ms"),
          Map.entry("LOOP_MAX_WAIT_MS", "loop-guard.max-wait-ms"),
          Map.entry("AGENTCHAT_ADMIN_KEY", "admin.key"),
          Map.entry("ALLOWLIST_ADMIN_KEY", "admin.allowlist-key"),
          Map.entry("DASHBOARD_PORT", "dashboard.port"),
          Map.entry("DASHBOARD_MAX_STREAMS", "dashboard.max-streams"),
          Map.entry("DASHBOARD_VIEWER_TOKEN", "dashboard.viewer-token"),
          Map.entry("MCP_STAY_S", "mcp.stay-seconds"),
          Map.entry("MCP_CONFORMANCE", "mcp.conformance"),
          Map.entry("MCP_MAX_STREAMS", "mcp.max-streams"),
          Map.entry("ALLOWLIST_ENABLED", "admin.allowlist-enabled"),
          Map.entry("ALLOWLIST_STRICT", "admin.allowlist-strict"),
          Map.entry("ALLOWLIST_FILE", "admin.allowlist-file"),
          Map.entry("AUDIT_LOG", "admin.audit-log"),
          Map.entry("RETENTION_MESSAGES", "store.retention-messages"),
          Map.entry("RETENTION_DAYS", "store.retention-days"),
          Map.entry("AGENT_KEEP_DAYS", "store.agent-keep-days"),
          Map.entry("AGENTCHAT_CB_MAX_DURATION_S", "callbacks.max-duration-seconds"),
          Map.entry("AGENTCHAT_CB_MAX_DURABLE_S", "callbacks.max-durable-seconds"),
          Map.entry("AGENTCHAT_CB_MAX_PER_AGENT", "callbacks.max-per-agent"),
          Map.entry("AGENTCHAT_CB_MAX_PAYLOAD", "callbacks.max-payload-bytes"),
          Map.entry("CALLBACKS_DURABLE", "callbacks.durable"),
          Map.entry("AGENTCHAT_SLEEP_MAX_BUFFER", "sleep.max-buffer"),
          Map.entry("TASKS_MAX_OPEN", "tasks.max-open"),
          Map.entry("TASKS_MAX_AUDIENCE", "tasks.max-audience"),
          Map.entry("TASKS_CLEANUP_S", "tasks.cleanup-seconds"),
          Map.entry("TASKS_STALLED_MINUTES", "tasks.stalled-minutes"),
          Map.entry("WAKE_PULSE_MINUTES", "wake.pulse-minutes"),
          Map.entry("WAKE_PATIENCE_MINUTES", "wake.patience-minutes"),
          Map.entry("WAKE_ABANDONED_LIMIT", "wake.abandoned-limit"),
          Map.entry("WAKE_WINDOW_S", "wake.window-seconds"),
          Map.entry("WAKE_CAP_S", "wake.cap-seconds"),
          Map.entry("WAKE_REFRACTORY_S", "wake.refractory-seconds"),
          Map.entry("WAKE_COOLDOWN_MINUTES", "wake.cooldown-minutes"),
          Map.entry("WAKE_MOST_COOLDOWN_MINUTES", "wake.most-cooldown-minutes"),
          Map.entry("WAKE_RETRY_MINUTES", "wake.retry-minutes"),
          Map.entry("WAKE_RESERVE", "wake.reserve"),
          Map.entry("WAKE_CONTEXT_LIMIT", "wake.context-limit"),
          Map.entry("WAKE_CONTEXT_WARNING", "wake.context-warning"),
          Map.entry("WAKE_TEAM_IDLE_MINUTES", "wake.team-idle-minutes"),
          Map.entry("WAKE_ALERT_MINUTES", "wake.alert-minutes"),
          Map.entry("WAKE_TEAM", "wake.team"),
          Map.entry("SEATS_BOOT_LIMIT_S", "seats.boot-limit-seconds"),
          Map.entry("SEATS_SILENT_S", "seats.silent-seconds"),
          Map.entry("SEATS_RESPAWN_GRACE_S", "seats.respawn-grace-seconds"),
          Map.entry("SEATS_STEP_LIMIT_S", "seats.step-limit-seconds"),
          Map.entry("SEATS_KEEP_HANDOFFS", "seats.keep-handoffs"),
          Map.entry("SEATS_SCRIPTED", "seats.scripted"),
          Map.entry("SEATS_DREAM_MINUTES", "seats.dream.every-minutes"),
          Map.entry("SEATS_DREAM_LIMIT_S", "seats.dream.limit-seconds"),
          Map.entry("OUTGOING_ALLOW", "outgoing.allow"),
          Map.entry("AGENTCHAT_CB_POLL_MS", "timers.poll-ms"));

  /** What is executed comes from the file or an administrator, so no variable sets it. */
  static final Set<String> FILE_ONLY = Set.of("seats.define", "seats.dream.command");

  private EnvironmentNames() {}

  /** Returns a key as messages show it: with the variable that sets it. */
  static String shown(String key) {
    for (var entry : KEYS.entrySet()) {
      if (entry.getValue().equals(key)) return entry.getKey() + " (" + key + ")";
    }
    return key;
  }
}
