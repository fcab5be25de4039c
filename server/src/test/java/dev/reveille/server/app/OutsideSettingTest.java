package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.alert.AlertConfig;
import dev.reveille.server.alert.AlertConfig.MailSecurity;
import dev.reveille.server.alert.AlertWay;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.outgoing.AllowedHosts;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.route.RouteConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of alerts and work sources, and what a server makes of them. */
class OutsideSettingTest {
  private static final String SECRET = "0123456789abcdef";

  @TempDir Path folder = Path.of("");

  private Settings load(String... pairs) {
    var names = new HashMap<>(Map.of("DATA_DIR", folder.toString()));
    for (int i = 0; i < pairs.length; i += 2) names.put(pairs[i], pairs[i + 1]);
    return Settings.load(null, Map.of(), names);
  }

  private void conf(String text) throws IOException {
    Files.writeString(folder.resolve("reveille.conf"), text);
  }

  private static NodeOutside outside(Settings settings) {
    var clock = new SystemClock();
    try (var client = new OutgoingClient(clock, AllowedHosts.NONE)) {
      return OutsideWiring.of(settings, client, clock);
    }
  }

  private static List<String> ways(Settings settings) {
    return outside(settings).alerts().stream().map(AlertWay::name).toList();
  }

  private Settings mail(String... more) {
    var pairs =
        new java.util.ArrayList<>(
            List.of(
                "ALERTS_MAIL_SERVER",
                "mail.ops.example",
                "ALERTS_MAIL_FROM",
                "reveille@ops.example",
                "ALERTS_MAIL_TO",
                "ann@ops.example, bob@ops.example"));
    pairs.addAll(List.of(more));
    return load(pairs.toArray(String[]::new));
  }

  @Test
  void without_settings_there_is_no_way_and_no_source() {
    assertThat(ways(load())).isEmpty();
    assertThat(outside(load()).sources()).isEmpty();
  }

  @Test
  void each_way_is_made_by_its_setting() throws IOException {
    conf("alerts.command = [/usr/local/bin/page-me, --loud]");
    assertThat(ways(load())).containsExactly("command");
    assertThat(ways(load("ALERTS_DESKTOP", "true"))).containsExactly("command", "desktop");
    assertThat(
            ways(
                load(
                    "ALERTS_WEBHOOK_URL",
                    "https://hook.example/x",
                    "ALERTS_WEBHOOK_SECRET",
                    SECRET)))
        .contains("webhook");
    assertThat(ways(mail())).contains("mail");
  }

  @Test
  void secrets_come_from_a_file_and_never_pass_through_the_chat() throws IOException {
    var file = Files.writeString(folder.resolve("secret"), SECRET + "\n").toString();
    var settings =
        mail(
            "ALERTS_WEBHOOK_URL",
            "https://hook.example/x",
            "ALERTS_WEBHOOK_SECRET_FILE",
            file,
            "ALERTS_MAIL_USER",
            "ops",
            "ALERTS_MAIL_PASSWORD",
            "open sesame");
    assertThat(settings.chat().of(AlertConfig.SETTINGS).webhook().orElseThrow().secret())
        .isEqualTo(SECRET);
    assertThat(settings.chat().of(AlertConfig.SETTINGS).toString())
        .doesNotContain(SECRET, "sesame");
    assertThat(OutsideWiring.secrets(settings, "key").values())
        .contains(SECRET, "open sesame", "key");
    var other = mail("ALERTS_MAIL_USER", "ops", "ALERTS_MAIL_PASSWORD_FILE", file);
    assertThat(other.chat().of(AlertConfig.SETTINGS).mail().orElseThrow().password())
        .isEqualTo(SECRET);
  }

  @Test
  void a_mail_server_has_the_usual_port_of_its_protection() {
    var usual = mail().chat().of(AlertConfig.SETTINGS).mail().orElseThrow();
    assertThat(usual.port()).isEqualTo(587);
    assertThat(usual.security()).isEqualTo(MailSecurity.STARTTLS);
    assertThat(usual.to()).containsExactly("ann@ops.example", "bob@ops.example");
    var tls =
        mail("ALERTS_MAIL_SECURITY", "tls").chat().of(AlertConfig.SETTINGS).mail().orElseThrow();
    assertThat(tls.port()).isEqualTo(465);
    var named = mail("ALERTS_MAIL_SERVER", "[::1]:2525", "ALERTS_MAIL_SECURITY", "none");
    assertThat(named.chat().of(AlertConfig.SETTINGS).mail().orElseThrow().host()).isEqualTo("::1");
    assertThat(named.chat().of(AlertConfig.SETTINGS).mail().orElseThrow().port()).isEqualTo(2525);
  }

  @Test
  void what_cannot_be_is_refused_in_a_sentence_that_names_the_setting() {
    for (var wrong :
        List.of(
            List.of("ALERTS_MAIL_SECURITY", "perhaps", "mail-security"),
            List.of("ALERTS_MAIL_SERVER", "a b", "mail-server"),
            List.of("ALERTS_MAIL_FROM", "nobody", "mail-from"),
            List.of("ALERTS_MAIL_TO", "a@b.example\r\nBcc: x@y", "mail-to"),
            List.of("ALERTS_MAIL_USER", "ops", "mail-user"),
            List.of("ALERTS_MAIL_PASSWORD_FILE", "/no/such/file", "mail-password-file"),
            List.of("ALERTS_WEBHOOK_URL", "https://hook.example", "webhook-secret"),
            List.of("ALERTS_PER_HOUR", "0", "ALERTS_PER_HOUR"),
            List.of("ALERTS_ESCALATE_MINUTES", "-1", "ALERTS_ESCALATE_MINUTES"),
            List.of("WAKE_PULSES", "perhaps", "wake.pulses"),
            List.of("WAKE_PULSE_POLICY", "sometimes", "wake.pulse-policy"),
            List.of("WAKE_AWAY_MINUTES", "0", "WAKE_AWAY_MINUTES"))) {
      assertThatThrownBy(() -> mail(wrong.get(0), wrong.get(1)))
          .as(wrong.getFirst())
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining(wrong.get(2));
    }
  }

  @Test
  void a_password_is_not_sent_without_tls() {
    assertThatThrownBy(
            () ->
                mail(
                    "ALERTS_MAIL_SECURITY",
                    "none",
                    "ALERTS_MAIL_USER",
                    "ops",
                    "ALERTS_MAIL_PASSWORD",
                    "open sesame"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("only over TLS")
        .hasMessageNotContaining("sesame");
  }

  @Test
  void sources_are_made_by_the_list_in_the_file() throws IOException {
    conf(
        """
        wake.sources = [
          { name = app, kind = issues, url = "https://tracker.example/issues", token = t0ken-of-app,
            seats = ["ada=ada-bot", bob], every-minutes = 15, calls-per-day = 9 }
          { name = ci, kind = command, command = [/usr/local/bin/count], seats = ["@0123456789abcdef=ci"] }
        ]
        """);
    var settings = load();
    var sources = outside(settings).sources();
    assertThat(sources).extracting(source -> source.config().name()).containsExactly("app", "ci");
    var app = sources.getFirst().config();
    assertThat(app.seats().getFirst().login()).isEqualTo("ada-bot");
    assertThat(app.seats().getLast().login()).isEqualTo("bob");
    assertThat(app.every().toMinutes()).isEqualTo(15);
    assertThat(app.callsPerDay()).isEqualTo(9);
    assertThat(OutsideWiring.secrets(settings, "key").values()).contains("t0ken-of-app");
  }

  @Test
  void routes_are_made_by_the_list_in_the_file() throws IOException {
    Files.writeString(folder.resolve("hook"), SECRET + "-of-hook\n");
    conf(
        """
        wake.routes = [
          { identity = ada, trigger = message, least = high, target = webhook,
            address = "https://ops.example/wake", secret-file = "%s" }
          { identity = "@0123456789abcdef", trigger = mention, from = ["@0123456789abcdea"], policy = next_turn,
            window-seconds = 30 }
        ]
        """
            .formatted(folder.resolve("hook")));
    var settings = load();
    var routes = settings.chat().of(RouteConfig.SETTINGS);
    assertThat(routes).extracting(route -> route.identity()).startsWith("ada");
    assertThat(routes.getFirst().address()).isEqualTo("https://ops.example/wake");
    assertThat(routes.getFirst().secret()).isEqualTo(SECRET + "-of-hook");
    assertThat(routes.getFirst().toString()).doesNotContain(SECRET);
    assertThat(routes.getLast().wish().policy()).isEqualTo("next_turn");
    assertThat(routes.getLast().wish().windowS()).isEqualTo(30);
    assertThat(OutsideWiring.secrets(settings, "key").values()).contains(SECRET + "-of-hook");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ trigger = message }",
        "{ identity = ada, trigger = gossip }",
        "{ identity = ada, trigger = message, policy = loud }",
        "{ identity = ada, trigger = message, target = webhook, secret = 0123456789abcdef }",
        "{ identity = ada, trigger = message, target = webhook, address = \"ftp://x\", secret = 0123456789abcdef }",
        "{ identity = ada, trigger = message, target = webhook, address = \"https://x\" }",
        "{ identity = ada, trigger = message, target = webhook, address = \"https://x\", secret = short }",
        "{ identity = ada, trigger = message, address = \"https://x\" }",
        "{ identity = ada, trigger = message, secret = 0123456789abcdef }",
        "{ identity = ada, trigger = message, window-seconds = 9999 }",
        "{ identity = ada, trigger = message, from = [bob] }",
        "{ identity = ada, trigger = message, command = [x] }",
        "{ identity = ada, trigger = message }, { identity = ada, trigger = message, policy = silent }"
      })
  void a_route_that_cannot_be_is_refused(String route) throws IOException {
    conf("wake.routes = [" + route + "]");
    assertThatThrownBy(this::load)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("wake.routes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ name = app, kind = guess, seats = [] }",
        "{ name = app, kind = issues, seats = [] }",
        "{ name = app, kind = command, seats = [] }",
        "{ name = \"a b\", kind = command, command = [x], seats = [] }",
        "{ name = app, kind = command, command = [x], seats = [\"ada=a b\"] }",
        "{ name = app, kind = command, command = [x], seats = [], every-minutes = 0 }",
        "{ name = app, kind = command, command = [x], seats = [], evry-minutes = 5 }",
        "{ name = app, kind = issues, url = \"https://x.example\", token-file = /no/such, seats = [] }",
        "{ name = a, kind = command, command = [x], seats = [] }, { name = a, kind = command, command = [x], seats = [] }"
      })
  void a_source_that_cannot_be_is_refused(String source) throws IOException {
    conf("wake.sources = [" + source + "]");
    assertThatThrownBy(this::load)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("wake.sources");
  }
}
