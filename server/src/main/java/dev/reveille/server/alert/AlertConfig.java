package dev.reveille.server.alert;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.reveille.server.limits.FeatureSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The ways to people, and how often they are used.
 *
 * @param command the program that gets each alert on its standard input; empty = none
 * @param desktop true if the desktop of this machine shows alerts
 * @param webhook the URL that gets each alert
 * @param mail the mail server and its receivers
 * @param perHour the most messages of an hour
 * @param escalateAfter something that needs a person is told if nobody looked for so long; zero =
 *     never
 */
public record AlertConfig(
    List<String> command,
    boolean desktop,
    Optional<Hook> webhook,
    Optional<MailServer> mail,
    int perHour,
    Duration escalateAfter) {

  /** Their keys and how they are read. */
  public static final FeatureSettings<AlertConfig> SETTINGS =
      FeatureSettings.of(AlertConfig::of)
          .word("alerts.desktop", "ALERTS_DESKTOP")
          .word("alerts.webhook-url", "ALERTS_WEBHOOK_URL")
          .word("alerts.webhook-secret", "ALERTS_WEBHOOK_SECRET")
          .word("alerts.webhook-secret-file", "ALERTS_WEBHOOK_SECRET_FILE")
          .word("alerts.mail-server", "ALERTS_MAIL_SERVER")
          .word("alerts.mail-security", "ALERTS_MAIL_SECURITY")
          .word("alerts.mail-from", "ALERTS_MAIL_FROM")
          .word("alerts.mail-to", "ALERTS_MAIL_TO")
          .word("alerts.mail-user", "ALERTS_MAIL_USER")
          .word("alerts.mail-password", "ALERTS_MAIL_PASSWORD")
          .word("alerts.mail-password-file", "ALERTS_MAIL_PASSWORD_FILE")
          .number("alerts.per-hour", "ALERTS_PER_HOUR", 1, 1_000)
          .number("alerts.escalate-minutes", "ALERTS_ESCALATE_MINUTES", 0, 10_000)
          .withSecrets(AlertConfig::secrets);

  private static final Pattern ADDRESS = Pattern.compile("[^\\s<>@,\"\\\\]{1,64}@[A-Za-z0-9.-]+");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]");

  /** A URL with the secret that signs what is sent to it. */
  public record Hook(String url, String secret) {
    @Override
    public String toString() {
      return "webhook";
    }
  }

  /** The protection of the connection to a mail server. */
  public enum MailSecurity {
    /** TLS from the first byte. */
    TLS,
    /** TLS after a greeting in plain text. */
    STARTTLS,
    /** None; for a mail server on this machine. */
    NONE
  }

  /** A mail server, and who writes to whom. */
  public record MailServer(
      String host,
      int port,
      MailSecurity security,
      String from,
      List<String> to,
      String user,
      String password) {
    public MailServer {
      to = List.copyOf(to);
    }

    /** Returns the domain of the sender. */
    public String domain() {
      return from.substring(from.indexOf('@') + 1);
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  public AlertConfig {
    command = List.copyOf(command);
  }

  /**
   * Reads the settings.
   *
   * @param config the {@code reveille} section
   */
  public static AlertConfig of(Config config) {
    var alerts = config.getConfig("alerts");
    return new AlertConfig(
        alerts.getStringList("command"),
        alerts.getBoolean("desktop"),
        hook(alerts),
        mail(alerts),
        alerts.getInt("per-hour"),
        Duration.ofMinutes(alerts.getLong("escalate-minutes")));
  }

  private static Map<String, String> secrets(AlertConfig config) {
    var secrets = new HashMap<String, String>();
    config.webhook.ifPresent(hook -> secrets.put("ALERTS_WEBHOOK_SECRET", hook.secret()));
    config
        .mail
        .filter(mail -> !mail.password().isEmpty())
        .ifPresent(mail -> secrets.put("ALERTS_MAIL_PASSWORD", mail.password()));
    return secrets;
  }

  private static Optional<Hook> hook(Config alerts) {
    var url = alerts.getString("webhook-url");
    if (url.isEmpty()) return Optional.empty();
    var secret = secret(alerts, "webhook-secret");
    if (secret.length() < 16) throw bad("webhook-secret", "at least 16 characters sign a webhook");
    if (!url.startsWith("https://") && !url.startsWith("http://")) {
      throw bad("webhook-url", "it begins neither with https:// nor with http://");
    }
    return Optional.of(new Hook(url, secret));
  }

  private static Optional<MailServer> mail(Config alerts) {
    var server = alerts.getString("mail-server");
    if (server.isEmpty()) return Optional.empty();
    var security = security(alerts.getString("mail-security"));
    int colon = server.lastIndexOf(':');
    boolean port = colon > 0 && server.substring(colon + 1).matches("[0-9]{1,5}");
    var host = port ? server.substring(0, colon) : server;
    if (!HOST.matcher(host).matches()) throw bad("mail-server", "it is no host or host:port");
    var from = address("mail-from", alerts.getString("mail-from"));
    var to =
        Arrays.stream(alerts.getString("mail-to").split(",", -1))
            .map(each -> address("mail-to", each.strip()))
            .toList();
    var user = alerts.getString("mail-user");
    var password = secret(alerts, "mail-password");
    if (user.isEmpty() != password.isEmpty()) {
      throw bad("mail-user", "mail-user and mail-password go together");
    }
    if (!user.isEmpty() && security == MailSecurity.NONE) {
      throw bad("mail-security", "a password is sent only over TLS");
    }
    int usual = security == MailSecurity.TLS ? 465 : security == MailSecurity.STARTTLS ? 587 : 25;
    return Optional.of(
        new MailServer(
            host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
            port ? Integer.parseInt(server.substring(colon + 1)) : usual,
            security,
            from,
            to,
            user,
            password));
  }

  private static MailSecurity security(String word) {
    for (var each : MailSecurity.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) return each;
    }
    throw bad("mail-security", "it is tls, starttls or none");
  }

  private static String address(String key, String address) {
    if (ADDRESS.matcher(address).matches()) return address;
    throw bad(key, "it is no e-mail address");
  }

  /** Returns a secret, or what stands in the file that its neighbour names. */
  private static String secret(Config alerts, String key) {
    var file = alerts.getString(key + "-file");
    if (file.isEmpty()) return alerts.getString(key);
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new ConfigException.BadValue("alerts." + key + "-file", "it cannot be read", e);
    }
  }

  private static ConfigException bad(String key, String why) {
    return new ConfigException.BadValue("alerts." + key, why);
  }
}
