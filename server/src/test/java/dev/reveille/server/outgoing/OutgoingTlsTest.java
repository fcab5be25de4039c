package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.outgoing.OutgoingAnswer.Answered;
import dev.reveille.server.outgoing.OutgoingAnswer.Failed;
import io.vertx.core.net.TrustOptions;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutgoingTlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path dir;
  private static KeyStore store;
  private LocalServer server;

  @BeforeAll
  static void makeKeys() throws Exception {
    var file = dir.resolve("keys.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var command =
        keytool
            + " -genkeypair -alias test -keyalg EC -dname CN=hook.example"
            + " -ext san=dns:hook.example -storetype PKCS12 -storepass changeit -keystore "
            + file;
    var process = new ProcessBuilder(command.split(" ")).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    store = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
  }

  @BeforeEach
  void start() throws Exception {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    var socket =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    server =
        new LocalServer(
            socket,
            (_, out) ->
                out.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
                        .getBytes(StandardCharsets.UTF_8)));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private static TrustOptions trust() throws Exception {
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("test", store.getCertificate("test"));
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    return TrustOptions.wrap((X509TrustManager) managers.getTrustManagers()[0]);
  }

  private OutgoingAnswer get(String host, @Nullable TrustOptions trust) {
    try (var client =
        new OutgoingClient(
            new SystemClock(),
            AllowedHosts.parse("hook.example, other.example, 127.0.0.1"),
            _ -> List.of(InetAddress.ofLiteral("127.0.0.1")),
            trust)) {
      return client.send(OutgoingRequest.get("https://" + host + ":" + server.port() + "/"));
    }
  }

  @Test
  void the_certificate_is_checked_against_the_name_although_the_address_is_used() throws Exception {
    assertThat(get("hook.example", trust())).isInstanceOf(Answered.class);
    assertThat(server.heads().getFirst())
        .anyMatch(line -> line.equalsIgnoreCase("host: hook.example:" + server.port()));
  }

  @Test
  void a_certificate_of_another_name_is_not_accepted() throws Exception {
    assertThat(get("other.example", trust())).isInstanceOf(Failed.class);
    assertThat(get("127.0.0.1", trust())).isInstanceOf(Failed.class);
    assertThat(server.bodies()).isEmpty();
  }

  @Test
  void a_certificate_that_nobody_trusts_is_not_accepted() {
    assertThat(get("hook.example", null))
        .isInstanceOfSatisfying(Failed.class, failed -> assertThat(failed.sent()).isFalse());
    assertThat(server.bodies()).isEmpty();
  }
}
