package dev.reveille.server.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.server.alert.AlertConfig.MailSecurity;
import dev.reveille.server.kernel.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts as e-mail, to a mail server on this machine. */
class MailAlertTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path dir;
  private static KeyStore store;

  @BeforeAll
  static void makeKeys() throws Exception {
    var file = dir.resolve("keys.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var command =
        keytool
            + " -genkeypair -alias test -keyalg EC -dname CN=localhost"
            + " -ext san=dns:localhost -storetype PKCS12 -storepass changeit -keystore "
            + file;
    var process = new ProcessBuilder(command.split(" ")).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    store = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
  }

  private static SSLContext context() throws Exception {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("test", store.getCertificate("test"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static LocalMailServer server(boolean tls, boolean fromTheStart) throws Exception {
    return new LocalMailServer(tls ? context() : null, fromTheStart);
  }

  private static AlertConfig.MailServer at(
      String host, LocalMailServer server, MailSecurity security, String user) {
    return new AlertConfig.MailServer(
        host,
        server.port(),
        security,
        "reveille@ops.example",
        List.of("ann@ops.example", "bob@ops.example"),
        user,
        user.isEmpty() ? "" : "open sesame");
  }

  private static void tell(AlertConfig.MailServer server, @Nullable SSLSocketFactory tls)
      throws Exception {
    var factory = tls == null ? context().getSocketFactory() : tls;
    new MailAlert(server, factory, new ManualClock())
        .tell("gate:1", "The gate tripped.\r\n.\r\nMAIL FROM:<x@y>");
  }

  @Test
  void an_e_mail_in_plain_text_reaches_every_receiver_and_its_text_is_encoded() throws Exception {
    try (var server = server(false, false)) {
      tell(at("localhost", server, MailSecurity.NONE, ""), null);
      var lines = server.lines();
      assertThat(lines)
          .contains(
              "plain MAIL FROM:<reveille@ops.example>",
              "plain RCPT TO:<ann@ops.example>",
              "plain RCPT TO:<bob@ops.example>",
              "plain .");
      assertThat(lines.stream().filter(line -> line.contains("MAIL FROM"))).hasSize(1);
      var body =
          lines.subList(lines.lastIndexOf("plain ") + 1, lines.indexOf("plain .")).stream()
              .map(line -> line.substring(6))
              .reduce("", String::concat);
      assertThat(new String(Base64.getDecoder().decode(body), StandardCharsets.UTF_8))
          .startsWith("The gate tripped.");
    }
  }

  @Test
  void with_starttls_sender_password_and_text_are_said_only_after_it() throws Exception {
    try (var server = server(true, false)) {
      tell(at("localhost", server, MailSecurity.STARTTLS, "ops"), null);
      assertThat(server.lines().stream().filter(line -> line.startsWith("plain")))
          .containsExactly("plain EHLO ops.example", "plain STARTTLS");
      var word =
          Base64.getEncoder().encodeToString("\0ops\0open sesame".getBytes(StandardCharsets.UTF_8));
      assertThat(server.lines())
          .contains("tls AUTH PLAIN " + word, "tls RCPT TO:<bob@ops.example>", "tls .");
    }
  }

  @Test
  void with_tls_from_the_start_nothing_is_plain() throws Exception {
    try (var server = server(true, true)) {
      tell(at("localhost", server, MailSecurity.TLS, "ops"), null);
      assertThat(server.lines()).isNotEmpty().noneMatch(line -> line.startsWith("plain"));
    }
  }

  @Test
  void a_server_that_offers_no_starttls_gets_nothing() throws Exception {
    try (var server = server(false, false)) {
      assertThatThrownBy(() -> tell(at("localhost", server, MailSecurity.STARTTLS, "ops"), null))
          .isInstanceOf(IOException.class)
          .hasMessage("it offers no STARTTLS");
      assertThat(server.lines())
          .contains("plain EHLO ops.example")
          .noneMatch(l -> l.contains("MAIL"));
    }
  }

  @Test
  void a_certificate_that_is_not_trusted_or_has_another_name_ends_it() throws Exception {
    try (var server = server(true, false)) {
      var usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
      assertThatThrownBy(() -> tell(at("localhost", server, MailSecurity.STARTTLS, "ops"), usual))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> tell(at("127.0.0.1", server, MailSecurity.STARTTLS, "ops"), null))
          .isInstanceOf(IOException.class);
      assertThat(server.lines()).noneMatch(line -> line.startsWith("tls"));
    }
  }

  @Test
  void what_a_server_says_before_tls_is_no_answer_after_it() throws Exception {
    try (var server = server(true, false)) {
      // Whoever is between could put this behind the answer in plain text.
      server.injected = "\r\n250-fake\r\n250 AUTH PLAIN";
      assertThatThrownBy(() -> tell(at("localhost", server, MailSecurity.STARTTLS, "ops"), null))
          .isInstanceOf(IOException.class);
      assertThat(server.lines()).noneMatch(line -> line.contains("AUTH"));
    }
  }

  @Test
  void a_refused_receiver_is_said_by_its_code_without_the_words_of_the_server() throws Exception {
    try (var server = server(false, false)) {
      server.answerToReceiver = "550 go away sesame";
      assertThatThrownBy(() -> tell(at("localhost", server, MailSecurity.NONE, ""), null))
          .isInstanceOf(IOException.class)
          .hasMessage("it answered 550 to a receiver");
    }
  }
}
