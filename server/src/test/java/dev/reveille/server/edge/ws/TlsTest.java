package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest extends WsFixture {
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
    talk();
  }

  private void talk() throws Exception {
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
    for (int i = 0; i < 300; i++) assertThat(client.readText()).startsWith(i + "x");
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
      assertThat(response.version()).as("by ALPN").isEqualTo(HttpClient.Version.HTTP_2);
    }
  }

  @Test
  void a_client_that_speaks_plain_text_gets_nothing() {
    var client = closing(RawClient.dial(server.port()));
    assertThat(client.upgrade("/", Map.of()).response()).doesNotContain("101");
  }

  @Test
  @Tag("long")
  void bad_and_endless_handshakes_cost_only_their_own_connection() throws Exception {
    var random = new Random(15);
    var record = new byte[] {0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0};
    for (int i = 0; i < 60; i++) {
      var bytes = new byte[1 + random.nextInt(600)];
      random.nextBytes(bytes);
      // Some begin like a handshake.
      if (i % 2 == 0) System.arraycopy(record, 0, bytes, 0, Math.min(record.length, bytes.length));
      try (var socket = plain()) {
        socket.getOutputStream().write(bytes);
        if (i % 3 == 0) socket.shutdownOutput();
      }
    }
    var stalled = new ArrayList<Socket>();
    for (int i = 0; i < 50; i++) {
      var socket = plain();
      closing(socket);
      stalled.add(socket);
      socket.getOutputStream().write(record, 0, 7);
    }
    talk();
    // Who does not finish in ten seconds is gone; that clock is the operating system's.
    for (var socket : stalled) {
      assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(100);
    }
  }

  private Socket plain() throws Exception {
    var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  @Test
  void a_client_cannot_begin_handshakes_again_and_old_protocols_are_refused() throws Exception {
    for (var protocol : List.of("TLSv1", "TLSv1.1", "SSLv3")) {
      var refused = socket();
      var names = List.of(refused.getSupportedProtocols());
      if (!names.contains(protocol)) continue;
      refused.setEnabledProtocols(new String[] {protocol});
      assertThatThrownBy(refused::startHandshake).as(protocol).isInstanceOf(IOException.class);
    }
    var client = socket();
    client.setEnabledProtocols(new String[] {"TLSv1.2"});
    client.startHandshake();
    var first = client.getSession().getId();
    client.startHandshake();
    client.setSoTimeout(20_000);
    try {
      client
          .getOutputStream()
          .write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      client.getInputStream().read();
      assertThat(client.getSession().getId()).as("the handshake of the beginning").isEqualTo(first);
    } catch (IOException e) {
      assertThat(e).as("it is refused or ended").isNotInstanceOf(SocketTimeoutException.class);
    }
    talk();
  }

  private SSLSocket socket() throws Exception {
    return closing(
        (SSLSocket)
            trusting
                .getSocketFactory()
                .createSocket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port()));
  }
}
