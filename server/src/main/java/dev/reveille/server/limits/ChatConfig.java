package dev.reveille.server.limits;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The settings of chat and of the features that stand on it, each read once. {@code reference.conf}
 * explains their names and meanings.
 */
public final class ChatConfig {
  private final Config config;
  private final Map<FeatureSettings<?>, Object> ofFeatures = new ConcurrentHashMap<>();
  private final String serverName;
  private final Duration challengeTimeout;
  private final Duration takeoverWait;
  private final String genesisAgentId;
  private final Duration lurk;
  private final String motd;
  private final Duration rateInterval;
  private final int rateBurst;
  private final int frameLimit;
  private final int frameLimitPreauth;
  private final int mailboxMax;
  private final Duration dmAgeGate;
  private final int maxChannels;
  private final int maxChannelsPerAgent;
  private final Duration emptyChannelsStay;
  private final List<String> channels;
  private final int messageBufferSize;
  private final int announceMaxMembers;
  private final boolean privateEnabled;
  private final boolean createVerifiedOnly;
  private final Duration claimTtl;
  private final Duration verificationTimeout;

  /**
   * @param config the {@code reveille} section
   */
  public ChatConfig(Config config) {
    this.config = config;
    serverName = config.getString("server-name");
    challengeTimeout = millis(config, "handshake.challenge-timeout-ms");
    takeoverWait = millis(config, "handshake.takeover-wait-ms");
    genesisAgentId = config.getString("handshake.genesis-agent-id");
    lurk =
        config.getBoolean("handshake.lurk-disabled")
            ? Duration.ZERO
            : Duration.ofMinutes(Math.max(0, config.getLong("handshake.lurk-minutes")));
    motd = config.getString("handshake.motd");
    rateInterval = millis(config, "limits.rate-limit-ms");
    rateBurst = Math.max(1, config.getInt("limits.rate-limit-burst"));
    frameLimit = config.getInt("limits.frame-limit");
    frameLimitPreauth = config.getInt("limits.frame-limit-preauth");
    mailboxMax = config.getInt("limits.mailbox-max");
    dmAgeGate = millis(config, "limits.dm-age-gate-ms");
    maxChannels = config.getInt("limits.max-channels");
    maxChannelsPerAgent = config.getInt("limits.max-channels-per-agent");
    channels =
        Arrays.stream(config.getString("channels.names").split(","))
            .map(String::strip)
            .filter(s -> !s.isEmpty())
            .distinct()
            .toList();
    emptyChannelsStay =
        Duration.ofMinutes(Math.max(0, config.getLong("channels.empty-channel-minutes")));
    messageBufferSize = config.getInt("channels.message-buffer-size");
    announceMaxMembers = config.getInt("channels.announce-max-members");
    privateEnabled = config.getBoolean("channels.private-enabled");
    createVerifiedOnly = config.getBoolean("channels.create-verified-only");
    claimTtl = millis(config, "channels.claim-ttl-ms");
    verificationTimeout = millis(config, "limits.verification-timeout-ms");
  }

  private static Duration millis(Config config, String key) {
    return Duration.ofMillis(Math.max(0, config.getLong(key)));
  }

  public String serverName() {
    return serverName;
  }

  public Duration challengeTimeout() {
    return challengeTimeout;
  }

  public Duration takeoverWait() {
    return takeoverWait;
  }

  /** Returns the agent that is verified from the start, with {@code @}; empty if there is none. */
  public Optional<String> genesisAgent() {
    return genesisAgentId.isEmpty() ? Optional.empty() : Optional.of("@" + genesisAgentId);
  }

  /** Returns how long a new key may only read; zero = lurk mode is off. */
  public Duration lurk() {
    return lurk;
  }

  public Optional<String> motd() {
    return motd.isEmpty() ? Optional.empty() : Optional.of(motd);
  }

  /** Returns the time per MSG; zero = no limit. */
  public Duration rateInterval() {
    return rateInterval;
  }

  public int rateBurst() {
    return rateBurst;
  }

  public int frameLimit() {
    return frameLimit;
  }

  public int frameLimitPreauth() {
    return frameLimitPreauth;
  }

  public int mailboxMax() {
    return mailboxMax;
  }

  public Duration dmAgeGate() {
    return dmAgeGate;
  }

  public int maxChannels() {
    return maxChannels;
  }

  public int maxChannelsPerAgent() {
    return maxChannelsPerAgent;
  }

  /** Returns how long an empty channel stays; zero = forever. */
  public Duration emptyChannelsStay() {
    return emptyChannelsStay;
  }

  /** Returns the channels that exist from the start and that every agent joins. */
  public List<String> channels() {
    return channels;
  }

  public int messageBufferSize() {
    return messageBufferSize;
  }

  public int announceMaxMembers() {
    return announceMaxMembers;
  }

  public boolean privateEnabled() {
    return privateEnabled;
  }

  public boolean createVerifiedOnly() {
    return createVerifiedOnly;
  }

  /** Returns how long a claim to the floor lasts. */
  public Duration claimTtl() {
    return claimTtl;
  }

  /** Returns the time in which an agent must answer a verification request. */
  public Duration verificationTimeout() {
    return verificationTimeout;
  }

  /**
   * Returns the settings of a feature. They are read once.
   *
   * @throws ConfigException if they are wrong; {@code app.Settings} reads all of them at the start
   */
  public <S> S of(FeatureSettings<S> settings) {
    @SuppressWarnings("unchecked") // filled only here
    var read = (S) ofFeatures.computeIfAbsent(settings, _ -> settings.read(config));
    return read;
  }

  /** Returns the limits of callbacks and of sleep. */
  public MarkerConfig markers() {
    return of(MarkerConfig.SETTINGS);
  }

  public ModerationConfig moderation() {
    return of(ModerationConfig.SETTINGS);
  }
}
