package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest extends ServerTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path dir;
  private static KeyStore store;
  private SSLContext trusting;
  private TestServer server;

  @BeforeAll
  static void makeKeys() throws Exception {
    store = selfSigned();
  }

  @BeforeEach
  void start() throws Exception {
    var certificate = store.getCertificate("test");
    var trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("test", certificate);
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trust);
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, managers.getTrustManagers(), null);

    Key key = store.getKey("test", PASSWORD);
    var tls =
        new WsOptions.Tls(
            pem("cert.pem", "CERTIFICATE", certificate.getEncoded()),
            pem("key.pem", "PRIVATE KEY", key.getEncoded()));
    var listen = new WsOptions.Listen(List.of("127.0.0.1"), Set.of(), 0, tls, 2);
    var standard = TestServer.options();
    server = started(new WsOptions("local", listen, standard.admission(), standard.pace()));
  }

  private static KeyStore selfSigned() throws Exception {
    var file = dir.resolve("keys.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    "test",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    new String(PASSWORD)))
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    var store = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static Path pem(String name, String kind, byte[] content) throws Exception {
    var text =
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind);
    return Files.writeString(dir.resolve(name), text);
  }

  @Test
  void frames_go_both_ways_through_tls() throws Exception {
    var socket =
        trusting
            .getSocketFactory()
            .createSocket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
    var client = closing(new RawClient(socket)).upgrade("/", Map.of());
    assertThat(client.response()).startsWith("HTTP/1.1 101 ");
    var guest = server.guest();
    client.text("secret");
    assertThat(guest.nextMessage()).isEqualTo("secret");

    var wire = server.server.wire();
    var audience = wire.audience(List.of(guest.session()));
    for (int i = 0; i < 300; i++) {
      wire.broadcast(audience, TestServer.frame(i + "x".repeat(1000)), null, null);
    }
    wire.send(guest.session(), TestServer.frame("done"));
    wire.close(guest.session(), 1000, "bye");
    wire.flush();
    for (int i = 0; i < 300; i++) {
      assertThat(client.readText()).startsWith(i + "x");
    }
    assertThat(client.readText()).isEqualTo("done");
    assertThat(client.read().closeCode()).isEqualTo(1000);
  }

  @Test
  void pages_are_served_through_tls() throws Exception {
    try (var http = HttpClient.newBuilder().sslContext(trusting).build()) {
      var uri = URI.create("https://127.0.0.1:" + server.port() + "/health");
      var response =
          http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("{\"status\":\"healthy\"}");
    }
  }

  @Test
  void a_client_that_speaks_plain_text_gets_nothing() {
    var client = closing(RawClient.dial(server.port()));
    assertThat(client.upgrade("/", Map.of()).response()).doesNotContain("101");
  }
}
