package dev.reveille.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WireOpeningTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** A port that says this to whoever asks it for something. */
  private static ServerSocket saying(ServerSocket door, String answer) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (var socket = door.accept()) {
                var _ = socket.getInputStream().read(new byte[1000]);
                socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
                socket.shutdownOutput();
                while (socket.getInputStream().read() >= 0) {
                  // until the client leaves
                }
              } catch (IOException e) {
                // the client has left, or the test is over
              }
            });
    return door;
  }

  private static ServerSocket door() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static WireOpening opening(String scheme, ServerSocket door, Duration patience) {
    var uri = URI.create(scheme + "://127.0.0.1:" + door.getLocalPort() + "/chat?room=1");
    return new WireOpening(uri, patience, new Random(1));
  }

  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 404 Not Found\r\n\r\n', HTTP 404",
    "'HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n', HTTP 302",
    "'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: guess\r\n\r\n', did not prove",
    "'HTTP/1.1 101 Switching Protocols\r\n\r\n', did not prove",
    "'HTTP/1.1 1x1 What\r\n\r\n', no HTTP",
    "'HTTP/1.1\r\n\r\n', no HTTP",
    "'SSH-2.0-x\r\n\r\n', no HTTP",
    "'HTTP/1.1 101 Switching Proto', closed before"
  })
  void a_server_of_another_kind_is_told_apart(String answer, String why) throws IOException {
    try (var door = saying(door(), answer)) {
      assertThatThrownBy(() -> opening("ws", door, PATIENCE).open()).hasMessageContaining(why);
    }
  }

  @Test
  void a_head_without_end_is_refused() throws IOException {
    try (var door = saying(door(), "HTTP/1.1 101 x\r\n" + "a: b\r\n".repeat(20_000))) {
      assertThatThrownBy(() -> opening("ws", door, PATIENCE).open())
          .hasMessageContaining("endless");
    }
  }

  @Test
  void a_server_that_says_nothing_is_late() throws IOException {
    try (var door = door()) {
      assertThatThrownBy(() -> opening("ws", door, Duration.ofMillis(200)).open())
          .isInstanceOf(java.net.SocketTimeoutException.class);
    }
  }

  @Test
  void the_bytes_behind_the_answer_are_kept_and_the_path_is_asked_for() throws Exception {
    try (var peer = new Peer()) {
      var uri = URI.create(peer.uri() + "/chat?room=1");
      var opening = new WireOpening(uri, PATIENCE, new Random(1));
      var open = RequestFixture.async(() -> unchecked(opening));
      var line = peer.accept();
      line.say("{\"type\":\"PONG\",\"ts\":1}");
      var frames = new WireFrames(RequestFixture.result(open).in(), 1000);
      assertThat(frames.next().text()).contains("PONG");
      RequestFixture.result(open).socket().close();
    }
  }

  private static WireOpening.Open unchecked(WireOpening opening) {
    try {
      return opening.open();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_certificate_counts_only_if_it_is_trusted_and_the_hosts(@TempDir Path folder)
      throws Exception {
    var usual = SSLContext.getDefault();
    try {
      refusedAs(context(folder.resolve("a"), "127.0.0.1"), "wss", "certificate");
      var own = context(folder.resolve("b"), "127.0.0.1");
      SSLContext.setDefault(own);
      refusedAs(own, "wss", "is a web server"); // it got as far as HTTP
      var others = context(folder.resolve("c"), "10.1.2.3");
      SSLContext.setDefault(others);
      refusedAs(others, "wss", "another host's");
      refusedAs(others, "ws", "try wss:");
    } finally {
      SSLContext.setDefault(usual);
    }
  }

  private static void refusedAs(SSLContext server, String scheme, String why) throws Exception {
    var sockets = server.getServerSocketFactory();
    try (var door = sockets.createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      saying(door, "HTTP/1.1 404 Not Found\r\n\r\n");
      var uri = URI.create(scheme + "://127.0.0.1:" + door.getLocalPort());
      var builder = ReveilleClient.builder().name("ada").uri(uri);
      assertThatThrownBy(builder::connect)
          .isInstanceOf(ClientException.CannotConnect.class)
          .hasMessageContaining(why);
    }
  }

  /** A context that has a key of its own for this address, and trusts nothing else. */
  private static SSLContext context(Path folder, String address) throws Exception {
    Files.createDirectories(folder);
    var file = folder.resolve("keys.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var line = List.of("-genkeypair", "-alias", "test", "-keyalg", "EC", "-dname", "CN=test");
    var command = new java.util.ArrayList<>(List.of(keytool));
    command.addAll(line);
    command.addAll(List.of("-ext", "san=ip:" + address, "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", file.toString(), "-storepass", new String(PASSWORD)));
    var process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    var store = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    var trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("test", store.getCertificate("test"));
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(trust);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }
}
