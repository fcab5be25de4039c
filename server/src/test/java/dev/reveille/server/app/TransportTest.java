package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * The addresses on which the server listens, the clients that it lets in, and clients that do not
 * read.
 */
class TransportTest {
  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @BeforeAll
  static void start() {
    server =
        ServerFixture.start(
            folder,
            "ALLOWED_ORIGINS",
            "https://friend.example",
            "OUTBOUND_QUEUE_BYTES",
            "65536",
            "CHANNELS",
            ",");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void by_default_only_the_machine_itself_gets_in() throws Exception {
    try (var four = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
      assertThat(four.isConnected()).isTrue();
    }
    assertThatThrownBy(() -> new Socket(InetAddress.ofLiteral("127.0.0.2"), server.port()).close())
        .isInstanceOf(java.io.IOException.class);
  }

  @Test
  void the_host_setting_says_where_to_listen(@TempDir Path other) throws Exception {
    try (var second = ServerFixture.start(other, "HOST", "127.0.0.2")) {
      assertThat(second.webSocketUri().getHost()).isEqualTo("127.0.0.2");
      try (var ann = TestAgent.join(second, "ann")) {
        assertThat(ann.id()).startsWith("@");
      }
      assertThatThrownBy(
              () -> new Socket(InetAddress.ofLiteral("127.0.0.1"), second.port()).close())
          .isInstanceOf(java.io.IOException.class);
    }
  }

  @Test
  void a_foreign_web_page_is_turned_away_and_a_listed_one_is_not() {
    try (var friend = TestAgent.connect(server, "Origin", "https://friend.example")) {
      friend.ask("PING").next("PONG");
    }
    try (var own = TestAgent.connect(server, "Origin", "http://127.0.0.1:" + server.port())) {
      own.ask("PING").next("PONG");
    }
    for (var origin : new String[] {"https://evil.example", "null", "http://127.0.0.1:1"}) {
      assertThatThrownBy(() -> TestAgent.connect(server, "Origin", origin))
          .as(origin)
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("WebSocketHandshakeException");
    }
  }

  @Test
  void any_path_is_taken_for_the_upgrade() {
    for (var path : new String[] {"/", "/ws", "/any/where?x=1"}) {
      try (var agent = TestAgent.connect(URI.create(server.webSocketUri() + path))) {
        agent.ask("PING").next("PONG");
      }
    }
  }

  @Test
  void a_forwarded_address_is_believed_only_from_a_trusted_proxy(@TempDir Path other) {
    var identity = dev.reveille.protocol.Identity.generate();
    try (var strict = ServerFixture.start(other, "TAKEOVER_WAIT_MS", "1");
        var old = TestAgent.join(strict, "ann", identity);
        var fresh = TestAgent.connect(strict, "X-Forwarded-For", "203.0.113.7")) {
      fresh.identify("ann", identity);
      assertThat(old.await("SESSION_DISPLACED").path("new_ip").asString()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void a_reader_that_does_not_read_is_closed_and_the_others_get_everything() throws Exception {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob");
        var lazy = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.port())) {
      ann.ask("CREATE_CHANNEL", "channel", "#busy").await("JOINED");
      bob.ask("JOIN", "channel", "#busy").soFar();
      lazy.setReceiveBufferSize(4096);
      lazy.getOutputStream().write(upgrade());
      lazy.getOutputStream().write(frame("{\"type\":\"IDENTIFY\",\"name\":\"lazy\"}"));
      lazy.getOutputStream().write(frame("{\"type\":\"JOIN\",\"channel\":\"#busy\"}"));
      lazy.getOutputStream().flush();
      bob.awaitContent("lazy joined #busy");
      var text = "x".repeat(60_000);
      int sent = 0;
      boolean left = false;
      while (!left && sent < 2000) {
        ann.say("#busy", text);
        sent++;
        for (var m : bob.soFar()) left |= TestAgent.type(m).equals("AGENT_LEFT");
      }
      assertThat(left).as("the slow one is gone").isTrue();
      ann.say("#busy", "last");
      assertThat(bob.awaitContent("last").path("seq").asLong()).isEqualTo(sent + 3);
    }
  }

  @Test
  void who_answers_no_ping_is_dropped_and_who_answers_stays(@TempDir Path other) throws Exception {
    try (var quick =
            ServerFixture.start(
                other, "HEARTBEAT_INTERVAL_MS", "300", "HEARTBEAT_TIMEOUT_MS", "300");
        var ann = TestAgent.join(quick, "ann");
        var mute = new Socket(InetAddress.ofLiteral("127.0.0.1"), quick.port())) {
      mute.setSoTimeout(20_000);
      mute.getOutputStream().write(upgrade());
      mute.getOutputStream().write(frame("{\"type\":\"IDENTIFY\",\"name\":\"mute\"}"));
      mute.getOutputStream().flush();
      var all = mute.getInputStream().readAllBytes();
      var tail = new String(all, all.length - 2, 2, StandardCharsets.ISO_8859_1);
      assertThat(tail).as("pinged to the end, without a close frame").isEqualTo("\u0089\u0000");
      ann.awaitContent("mute went offline");
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void the_log_is_as_loud_as_set(@TempDir Path other) {
    try (var loud = ServerFixture.start(other, "LOG_LEVEL", "debug")) {
      assertThat(loud.port()).isPositive();
      assertThat(LoggerFactory.getLogger("dev.reveille").isDebugEnabled()).isTrue();
    } finally {
      Logging.level("warn");
    }
    assertThat(LoggerFactory.getLogger("dev.reveille").isInfoEnabled()).isFalse();
  }

  private static byte[] upgrade() {
    return String.join(
            "\r\n",
            "GET / HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "",
            "")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** A short masked text frame; the mask is zero. */
  private static byte[] frame(String text) {
    var bytes = text.getBytes(StandardCharsets.US_ASCII);
    var frame = new byte[6 + bytes.length];
    frame[0] = (byte) 0x81;
    frame[1] = (byte) (0x80 | bytes.length);
    System.arraycopy(bytes, 0, frame, 6, bytes.length);
    return frame;
  }
}
