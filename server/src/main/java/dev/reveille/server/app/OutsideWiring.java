package dev.reveille.server.app;

import dev.reveille.server.alert.AlertConfig;
import dev.reveille.server.alert.AlertWay;
import dev.reveille.server.alert.CommandAlert;
import dev.reveille.server.alert.MailAlert;
import dev.reveille.server.alert.WebhookAlert;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Programs;
import dev.reveille.server.kernel.SystemPrograms;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.limits.FeatureSettings;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.outgoing.SigningSecret;
import dev.reveille.server.worksource.CommandSource;
import dev.reveille.server.worksource.IssuesSource;
import dev.reveille.server.worksource.SourceConfig;
import dev.reveille.server.worksource.WorkSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocketFactory;

/** Makes the ways to people and the sources of work that the settings name. */
final class OutsideWiring {
  private OutsideWiring() {}

  static NodeOutside of(Settings settings, OutgoingClient outgoing, Clock clock) {
    var programs = new SystemPrograms();
    return new NodeOutside(
        ways(settings, outgoing, programs, clock),
        settings.chat().of(SourceConfig.SETTINGS).stream()
            .map(source -> source(source, outgoing, programs, clock))
            .toList(),
        outgoing::send,
        programs);
  }

  private static List<AlertWay> ways(
      Settings settings, OutgoingClient outgoing, Programs programs, Clock clock) {
    var config = settings.chat().of(AlertConfig.SETTINGS);
    var ways = new ArrayList<AlertWay>();
    if (!config.command().isEmpty()) ways.add(CommandAlert.of(config.command(), programs));
    if (config.desktop()) {
      ways.add(CommandAlert.desktop(System.getProperty("os.name"), programs));
    }
    config
        .webhook()
        .map(hook -> new WebhookAlert(outgoing, hook.url(), SigningSecret.of(hook.secret()), clock))
        .ifPresent(ways::add);
    config
        .mail()
        .map(mail -> new MailAlert(mail, (SSLSocketFactory) SSLSocketFactory.getDefault(), clock))
        .ifPresent(ways::add);
    return ways;
  }

  private static WorkSource source(
      SourceConfig config, OutgoingClient outgoing, Programs programs, Clock clock) {
    return switch (config.kind()) {
      case ISSUES -> new IssuesSource(config, outgoing, clock);
      case COMMAND -> new CommandSource(config, programs);
    };
  }

  /**
   * Returns what must not pass through the chat: the environment's secrets, the keys of this
   * server, and what it shows to others.
   */
  static Map<String, String> secrets(Settings settings, String adminKey) {
    var secrets = new HashMap<>(settings.environment());
    secrets.put("AGENTCHAT_ADMIN_KEY", adminKey);
    settings.admin().allowlistKey().ifPresent(key -> secrets.put("ALLOWLIST_ADMIN_KEY", key));
    settings.viewerToken().ifPresent(token -> secrets.put("DASHBOARD_VIEWER_TOKEN", token));
    for (var feature : Features.SETTINGS) secrets.putAll(secrets(settings.chat(), feature));
    return secrets;
  }

  private static <S> Map<String, String> secrets(ChatConfig chat, FeatureSettings<S> feature) {
    return feature.secrets(chat.of(feature));
  }
}
