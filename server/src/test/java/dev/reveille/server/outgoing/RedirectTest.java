package dev.reveille.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.outgoing.OutgoingAnswer.Answered;
import dev.reveille.server.outgoing.OutgoingAnswer.Failed;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectTest {
  private final AtomicInteger lookups = new AtomicInteger();
  private LocalServer server;
  private LocalServer other;
  private OutgoingClient client;

  /** {@code /to?303=/x} redirects with 303 to /x; everything else is answered with its target. */
  @BeforeEach
  void start() throws IOException {
    server = LocalServer.of((head, out) -> out.write(answer(head.getFirst().split(" ", -1)[1])));
    other = LocalServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    client =
        new OutgoingClient(
            new SystemClock(),
            AllowedHosts.parse("hook.example, other.example"),
            _ -> {
              lookups.incrementAndGet();
              return List.of(InetAddress.ofLiteral("127.0.0.1"));
            },
            null);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
    other.close();
  }

  private static byte[] answer(String target) {
    var text =
        target.startsWith("/to?")
            ? "HTTP/1.1 %s Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                .formatted(target.substring(4, 7), target.substring(8))
            : "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(target.length(), target);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private OutgoingAnswer get(String path) {
    return client.send(OutgoingRequest.get(server.url("hook.example", path)));
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void a_redirect_on_the_same_server_is_followed_at_the_same_address(int status) {
    assertThat(((Answered) get("/to?" + status + "=/there?x=1")).body().text())
        .isEqualTo("/there?x=1");
    assertThat(lookups).hasValue(1);
  }

  @Test
  void a_redirect_to_another_server_is_a_failure() {
    for (var away :
        List.of(
            other.url("other.example", "/"),
            other.url("hook.example", "/"),
            "https://hook.example:" + server.port() + "/",
            "//other.example:" + server.port() + "/",
            "http://user@hook.example:" + server.port() + "/",
            "http://127.0.0.1:" + server.port() + "/",
            "file:///etc/passwd",
            "http://[",
            "gopher:x")) {
      assertThat(get("/to?302=" + away))
          .as(away)
          .isEqualTo(
              new Failed(
                  "http://hook.example:" + server.port() + " redirects to another server", true));
    }
    assertThat(other.connections()).isZero();
  }

  @Test
  void a_redirect_that_would_change_a_post_is_a_failure() {
    for (int status : List.of(301, 302, 303)) {
      assertThat(post("/to?" + status + "=/there")).isInstanceOf(Failed.class);
    }
    for (int status : List.of(307, 308)) {
      assertThat(post("/to?" + status + "=/there")).isInstanceOf(Answered.class);
    }
    assertThat(
            server.heads().stream().filter(head -> head.getFirst().equals("POST /there HTTP/1.1")))
        .hasSize(2);
    assertThat(server.bodies()).containsOnly("body");
  }

  private OutgoingAnswer post(String path) {
    return client.send(
        OutgoingRequest.post(
            server.url("hook.example", path), "text/plain", OutgoingBody.of("body")));
  }

  @Test
  void redirects_in_a_circle_end() throws IOException {
    try (var circle =
        LocalServer.answering("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(client.send(OutgoingRequest.get(circle.url("hook.example", "/"))))
          .isEqualTo(
              new Failed("http://hook.example:" + circle.port() + " redirects too often", true));
      assertThat(circle.connections()).isEqualTo(4);
    }
  }

  @Test
  void a_redirect_status_without_a_location_is_an_answer() throws IOException {
    try (var plain = LocalServer.answering("HTTP/1.1 304 Not Modified\r\n\r\n")) {
      assertThat(client.send(OutgoingRequest.get(plain.url("hook.example", "/"))))
          .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(304));
    }
  }
}
