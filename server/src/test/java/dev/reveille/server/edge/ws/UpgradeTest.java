package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpgradeTest extends WsFixture {

  private RawClient upgraded(TestServer server, Map<String, String> headers) {
    return closing(RawClient.dial(server.port())).upgrade("/", headers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/ws", "/any/path?with=query", "/health"})
  void any_path_upgrades(String path) {
    var server = started(TestServer.options());
    var client = closing(RawClient.dial(server.port())).upgrade(path, Map.of());
    assertThat(client.response())
        .startsWith("HTTP/1.1 101 ")
        .contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n");
  }

  @Test
  void the_first_offered_protocol_is_echoed_and_no_extension_is() {
    var server = started(TestServer.options());
    var offer =
        Map.of(
            "Sec-WebSocket-Protocol",
            "chat.v2, chat.v1",
            "Sec-WebSocket-Extensions",
            "permessage-deflate; client_max_window_bits; server_no_context_takeover,"
                + " x-webkit-deflate-frame, permessage-deflate");
    assertThat(upgraded(server, offer).response())
        .contains("Sec-WebSocket-Protocol: chat.v2\r\n")
        .doesNotContain("Extensions");
  }

  @ParameterizedTest
  @CsvSource({
    "http://evil.example, 127.0.0.1:6667, 403",
    "null, 127.0.0.1:6667, 403",
    "http://127.0.0.1:6668, 127.0.0.1:6667, 403",
    "http://127.0.0.1, 127.0.0.1:6667, 403",
    "ftp://127.0.0.1:6667, 127.0.0.1:6667, 403",
    "http://127.0.0.1:6667, 127.0.0.1:6667, 101",
    "HTTP://LocalHost:6667, localhost:6667, 101",
    "http://[::1]:6667, [::1]:6667, 101",
    "https://chat.example, chat.example, 403",
    "http://rebound.example:6667, rebound.example:6667, 403",
    "https://friend.example, 127.0.0.1:6667, 101",
    "https://friend.example:8443, 127.0.0.1:6667, 403"
  })
  void only_our_own_and_listed_origins_are_let_in(String origin, String host, int status) {
    var admission = new WsOptions.Admission(Set.of("https://Friend.example"), Set.of(), 0);
    var server = started(TestServer.with(admission));
    var client = upgraded(server, Map.of("Origin", origin, "Host", host));
    assertThat(client.response()).startsWith("HTTP/1.1 " + status + " ");
    assertThat(server.server.traffic().refused()).isEqualTo(status == 403 ? 1 : 0);
  }

  @Test
  void another_version_is_told_ours() {
    var server = started(TestServer.options());
    assertThat(upgraded(server, Map.of("Sec-WebSocket-Version", "8")).response())
        .startsWith("HTTP/1.1 426 ")
        .containsIgnoringCase("Sec-WebSocket-Version: 13\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, websocket, Upgrade, short",
    "GET / HTTP/1.1, websocket, Upgrade, ''",
    "GET / HTTP/1.1, websocket, close, dGhlIHNhbXBsZSBub25jZQ==",
    "POST / HTTP/1.1, websocket, Upgrade, dGhlIHNhbXBsZSBub25jZQ==",
    "GET / HTTP/1.0, websocket, Upgrade, dGhlIHNhbXBsZSBub25jZQ=="
  })
  void an_incomplete_handshake_is_a_bad_request(
      String line, String upgrade, String connection, String key) {
    var server = started(TestServer.options());
    var client = closing(RawClient.dial(server.port()));
    var request =
        String.join(
            "\r\n",
            line,
            "Host: x",
            "Upgrade: " + upgrade,
            "Connection: " + connection,
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + key,
            "",
            "");
    client.send(request.getBytes(StandardCharsets.US_ASCII));
    assertThat(client.head()).matches("(?s)HTTP/1.[01] 400 .*");
  }

  @Test
  void one_connection_too_many_of_an_address_is_upgraded_and_closed_with_1008() throws Exception {
    var server = started(TestServer.with(new WsOptions.Admission(Set.of(), Set.of(), 2)));
    var first = pair(server);
    pair(server);
    var third = closing(server.connect());
    assertThat(third.response()).startsWith("HTTP/1.1 101 ");
    assertThat(third.read().closeCode()).isEqualTo(1008);
    assertThat(server.guests).isEmpty();

    first.client().close();
    TestServer.until(() -> server.server.traffic().open() <= 2);
    first.guest().awaitClosed();
    third.close();
    TestServer.until(() -> server.server.traffic().open() == 1);
    assertThat(pair(server).client().response()).startsWith("HTTP/1.1 101 ");
  }

  @Test
  void a_forwarded_address_is_believed_from_a_trusted_proxy_only() throws Exception {
    var forwarded = Map.of("X-Forwarded-For", " 203.0.113.9 , 10.0.0.1");
    var trusting =
        started(TestServer.with(new WsOptions.Admission(Set.of(), Set.of("127.0.0.1"), 0)));
    upgraded(trusting, forwarded);
    assertThat(trusting.guest().visitor.address()).isEqualTo("203.0.113.9");
    upgraded(trusting, Map.of("X-Forwarded-For", "<script>"));
    assertThat(trusting.guest().visitor.address()).isEqualTo("127.0.0.1");

    var wary = started(TestServer.options());
    upgraded(wary, forwarded);
    assertThat(wary.guest().visitor.address()).isEqualTo("127.0.0.1");
  }

  @Test
  void sessions_carry_the_node_and_never_share_a_number() throws Exception {
    var server = started(TestServer.options());
    var one = pair(server).guest().session();
    var two = pair(server).guest().session();
    assertThat(one.node()).isEqualTo("local");
    assertThat(one.number()).isNotEqualTo(two.number());
  }
}
