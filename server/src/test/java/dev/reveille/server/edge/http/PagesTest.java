package dev.reveille.server.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.store.PageBudget;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
  private final Vertx vertx = Vertx.vertx();
  private int port;

  @BeforeEach
  void start() throws Exception {
    var pages =
        new Pages(
            List.of(
                Route.quick("/health", () -> Page.json(200, "{\"ok\":\"ä\"}")),
                Route.quick("/thread", PagesTest::thread),
                Route.page("/slow", PagesTest::thread),
                Route.quick(
                    "/broken",
                    () -> {
                      throw new IllegalStateException("asked to");
                    })),
            new AnyCaller(),
            Map.of(),
            new PageBudget(0),
            new SystemClock());
    var server = vertx.createHttpServer().requestHandler(pages).listen(0, "127.0.0.1");
    port = server.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS).actualPort();
  }

  private static Page thread() {
    return Page.text(200, Thread.currentThread().isVirtual() ? "virtual" : "loop");
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private String ask(String line, String... more) throws IOException {
    try (var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
      socket.setSoTimeout(20_000);
      var request = line + "\r\nHost: x\r\nConnection: close\r\n" + String.join("\r\n", more);
      socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void a_known_target_is_answered_with_its_page() throws Exception {
    assertThat(ask("GET /health HTTP/1.1"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .containsIgnoringCase("content-type: application/json\r\n")
        .containsIgnoringCase("content-length: 11\r\n")
        .endsWith("\r\n\r\n{\"ok\":\"ä\"}");
  }

  @Test
  void a_head_request_gets_the_same_headers_without_the_body() throws Exception {
    assertThat(ask("HEAD /health HTTP/1.1"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .containsIgnoringCase("content-length: 11\r\n")
        .endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1",
        "GET /health?x=1 HTTP/1.1",
        "GET /health? HTTP/1.1",
        "GET /health/ HTTP/1.1",
        "GET /Health HTTP/1.1",
        "POST /health HTTP/1.1",
        "DELETE /health HTTP/1.1",
        "OPTIONS * HTTP/1.1"
      })
  void everything_else_is_not_found(String line) throws Exception {
    assertThat(ask(line))
        .startsWith("HTTP/1.1 404 Not Found\r\n")
        .containsIgnoringCase("content-type: text/plain")
        .endsWith("\r\n\r\nNot Found");
  }

  @Test
  void a_page_that_may_block_is_made_off_the_event_loop() throws Exception {
    assertThat(ask("GET /slow HTTP/1.1")).endsWith("\r\n\r\nvirtual");
    assertThat(ask("GET /thread HTTP/1.1")).endsWith("\r\n\r\nloop");
  }

  @Test
  void a_page_that_fails_is_an_error_without_details() throws Exception {
    assertThat(ask("GET /broken HTTP/1.1"))
        .startsWith("HTTP/1.1 500 ")
        .doesNotContain("asked to")
        .endsWith("Internal Server Error");
  }

  @Test
  void a_request_with_an_endless_body_is_answered_and_ended() throws Exception {
    assertThat(ask("POST /upload HTTP/1.1", "Content-Length: 999999999999"))
        .startsWith("HTTP/1.1 404 ");
  }
}
