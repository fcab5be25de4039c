package dev.reveille.server.simulation;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.limits.ChatConfig;

/** The settings of simulated servers. */
final class SimulatedSettings {
  private static final String USUAL =
      """
      limits { rate-limit-ms = 0, frame-limit = 0, frame-limit-preauth = 0, mailbox-max = 20 }
      handshake.takeover-wait-ms = 100
      channels.names = "#general,#agents"
      """;

  static final ChatConfig NARROW = with("sleep.max-buffer = 3");
  static final ChatConfig ROOMY = with("");

  private SimulatedSettings() {}

  /** Returns these settings; what they do not name is as usual. */
  static ChatConfig with(String settings) {
    return new ChatConfig(
        ConfigFactory.parseString(settings)
            .withFallback(ConfigFactory.parseString(USUAL))
            .withFallback(
                ConfigFactory.parseResources(ChatConfig.class, "/reference.conf")
                    .getConfig("reveille")));
  }
}
