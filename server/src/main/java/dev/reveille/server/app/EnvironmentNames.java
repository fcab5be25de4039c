package dev.reveille.server.app;

import java.util.HashMap;
import java.util.Map;

/**
 * Maps the keys of {@code reference.conf} to the environment variables that set them. Features have
 * their own in their {@code FeatureSettings}.
 */
final class EnvironmentNames {
  /** The names of settings that belong to no feature. */
  static final Map<String, String> CORE =
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
          Map.entry("OUTGOING_ALLOW", "outgoing.allow"),
          Map.entry("AGENTCHAT_CB_POLL_MS", "timers.poll-ms"));

  private EnvironmentNames() {}

  /** Returns the keys of all settings by the names of their variables. */
  static Map<String, String> all() {
    var all = new HashMap<>(CORE);
    for (var settings : Features.SETTINGS) {
      for (var key : settings.keys()) all.put(key.variable(), key.key());
    }
    return all;
  }

  /** Returns a key as messages show it: with the variable that sets it. */
  static String shown(String key) {
    for (var entry : all().entrySet()) {
      if (entry.getValue().equals(key)) return entry.getKey() + " (" + key + ")";
    }
    return key;
  }
}
