package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimeoutTest extends WsFixture {
  private TestServer server;

  @BeforeEach
  void start() {
    server = started(TestServer.options());
  }

  @Test
  void a_connection_is_pinged_at_every_heartbeat() throws Exception {
    var client = pair(server).client();
    for (int i = 0; i < 3; i++) {
      server.advance(Duration.ofSeconds(30));
      var ping = client.read();
      assertThat(ping.opcode()).isEqualTo(Opcode.PING);
      client.frame(0x80 | Opcode.PONG, ping.payload());
      long heard = i + 1L;
      TestServer.until(() -> server.server.traffic().bytesIn() == 6 * heard);
    }
  }

  @Test
  void a_silent_connection_is_destroyed_without_a_close_frame() throws Exception {
    var pair = pair(server);
    server.advance(Duration.ofSeconds(70));
    assertThat(pair.client().read().opcode()).isEqualTo(Opcode.PING);
    server.advance(Duration.ofMillis(1));
    assertThat(pair.client().read().isEnd()).isTrue();
    pair.guest().awaitClosed();
    assertThat(pair.guest().closings).hasValue(1);
  }

  @Test
  void any_frame_is_a_sign_of_life() throws Exception {
    var pair = pair(server);
    for (int i = 0; i < 5; i++) {
      server.advance(Duration.ofSeconds(60));
      pair.client().text("alive");
      pair.guest().nextMessage();
      server.advance(Duration.ZERO);
    }
    assertThat(server.server.traffic().open()).isEqualTo(1);
    assertThat(pair.guest().closings).hasValue(0);
  }

  @Test
  void a_message_that_never_ends_is_given_up_however_lively_its_sender() throws Exception {
    var pair = pair(server);
    pair.client().frame(Opcode.TEXT, new byte[5_000]);
    long began = 5_008;
    TestServer.until(() -> server.server.traffic().bytesIn() == began);
    for (int i = 1; i <= 4; i++) {
      pair.client().frame(0x80 | Opcode.PONG);
      long heard = i;
      TestServer.until(() -> server.server.traffic().bytesIn() >= began + 6 * heard);
      server.advance(Duration.ofSeconds(35));
      assertThat(server.server.traffic().open()).isEqualTo(1);
    }
    pair.client().frame(0x80 | Opcode.PONG);
    server.advance(Duration.ofSeconds(1));
    pair.guest().awaitClosed();
    assertThat(pair.guest().messages).isEmpty();
  }

  @Test
  void a_client_that_ignores_our_close_frame_is_destroyed_after_the_grace() throws Exception {
    var pair = pair(server);
    server.server.wire().close(pair.guest().session(), 1000, "bye");
    server.server.wire().flush();
    assertThat(pair.client().read().closeCode()).isEqualTo(1000);
    server.server.turn();
    server.advance(Duration.ofMillis(1999));
    server.server.turn();
    assertThat(server.server.traffic().open()).isEqualTo(1);
    server.advance(Duration.ofMillis(1));
    assertThat(pair.client().read().isEnd()).isTrue();
    TestServer.until(() -> server.server.traffic().open() == 0);
  }

  @Test
  void a_request_that_trickles_in_ends_by_timeout_however_busy() {
    var client = closing(RawClient.dial(server.port()));
    client.send("GET / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII));
    awaitHttpGuests(1);
    for (int i = 0; i < 4; i++) {
      server.advance(Duration.ofSeconds(5));
      client.send(("X-" + i + ": y\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    server.advance(Duration.ofMillis(1));
    assertThat(client.rest()).isEmpty();
    awaitHttpGuests(0);
  }

  @Test
  void a_connection_that_asks_nothing_ends_by_timeout() {
    var client = closing(RawClient.dial(server.port()));
    awaitHttpGuests(1);
    server.advance(Duration.ofSeconds(21));
    assertThat(client.rest()).isEmpty();
  }

  @Test
  void an_idle_keep_alive_connection_ends_by_timeout_after_its_last_request() {
    var client = closing(RawClient.dial(server.port()));
    var request = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    client.send(request);
    assertThat(client.head()).startsWith("HTTP/1.1 200 ");
    server.advance(Duration.ofSeconds(15));
    server.server.turn();
    client.send(request);
    assertThat(client.head()).contains("HTTP/1.1 200 ");
    server.advance(Duration.ofSeconds(15));
    server.server.turn();
    assertThat(server.server.httpGuests()).isEqualTo(1);
    server.advance(Duration.ofSeconds(6));
    assertThat(client.rest()).isEqualTo("{\"status\":\"healthy\"}");
  }

  @Test
  void an_upgraded_connection_is_no_longer_under_the_http_timeout() throws Exception {
    var pair = pair(server);
    server.advance(Duration.ofSeconds(25));
    server.server.turn();
    pair.client().text("here");
    assertThat(pair.guest().nextMessage()).isEqualTo("here");
    assertThat(server.server.httpGuests()).isZero();
  }

  private void awaitHttpGuests(int count) {
    TestServer.until(() -> server.server.httpGuests() == count);
  }
}
