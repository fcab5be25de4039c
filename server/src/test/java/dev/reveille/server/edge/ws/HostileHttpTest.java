package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that try to be two requests, or too much of one. */
class HostileHttpTest extends WsFixture {
  private static final String NEXT = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String SECOND = NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

  private TestServer server;

  @BeforeEach
  void start() {
    server = started(TestServer.options());
  }

  private String answers(String request) {
    var client = closing(RawClient.dial(server.port()));
    client.send(request.getBytes(StandardCharsets.ISO_8859_1));
    return client.rest();
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 4\r\nContent-Length: 40",
        "Content-Length: 4, 40",
        "Content-Length: -1",
        "Content-Length: +4",
        "Content-Length: 4x",
        "Content-Length : 4",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: cow",
      })
  void a_body_with_two_ends_is_refused_and_what_follows_is_no_request(String header) {
    var answer =
        answers("POST /v/1/echo HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n" + SECOND);
    assertThat(answer).as(header).doesNotContain("healthy").doesNotContain("HTTP/1.1 200");
  }

  @Test
  void a_length_beside_chunks_does_not_count_and_hides_nothing() {
    // A proxy that believed the length would take the rest for the body.
    var answer =
        answers(
            "POST /v/1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                + SECOND);
    assertThat(answer).doesNotContain("healthy");
  }

  @Test
  void requests_in_a_row_are_answered_in_order() {
    var answer = answers(NEXT.repeat(49) + SECOND);
    assertThat(count(answer, "HTTP/1.1 200 ")).isEqualTo(50);
  }

  @Test
  void requests_and_headers_that_are_too_long_are_refused() {
    assertThat(answers("GET /" + "x".repeat(9_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains(" 414 ");
    assertThat(
            answers(
                "GET /health HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(5_000) + "\r\n"))
        .contains(" 431 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /health\u0000 HTTP/1.1\r\nHost: localhost",
        "GET /health HTTP/1.1\r\nHost: local\u0000host",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nX: a\u0000b",
        "GET /v/1/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost",
        "GET /v/1/visit HTTP/1.1\r\nHost: localhost@evil.example",
        "GET /v/1/visit HTTP/1.1\r\nHost: localhost.evil.example",
        "GET /v/1/visit HTTP/1.1\r\nHost: localhost/evil",
        "GET /v/1/visit HTTP/1.1\r\nHost: ",
        "GET /v/1/visit HTTP/1.0",
      })
  void what_is_not_clean_gets_no_page(String head) {
    assertThat(answers(head + "\r\nConnection: close\r\n\r\n")).doesNotContain(" 200 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1:6667", "[::1]:80", "10.1.2.3", "LOCALHOST:1"})
  void addresses_and_loopback_names_are_names_of_this_server(String host) {
    assertThat(
            answers("GET /v/1/visit HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ");
  }
}
