package dev.reveille.server.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.edge.http.Route.Runs;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.store.PageBudget;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to an API: methods, bodies, checks and errors, byte by byte. */
class RequestsTest {
  private static final long MOST = 100_000;

  private final Vertx vertx = Vertx.vertx();
  private final AnyCaller callers = new AnyCaller();
  private final PageBudget budget = new PageBudget(4 * PageBudget.MAKING);
  private final AtomicInteger pieces = new AtomicInteger();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private int port;

  private static Route api(
      Method method, String pattern, java.util.function.Function<Ask, Reply> f) {
    return Route.api(method, pattern, Runs.ON_THREAD, MOST, f);
  }

  @BeforeEach
  void start() throws Exception {
    var routes = new ArrayList<Route>();
    for (var method : Method.values()) {
      routes.add(
          api(
              method,
              "/v/1/things/{name}",
              ask -> Page.json(200, method + ask.part("name") + ask.body().length()).tagged()));
    }
    routes.add(api(Method.POST, "/v/1/refusing", _ -> new HttpProblem(403, "No", "NO").page()));
    routes.add(Route.api(Method.PUT, "/v/1/slowly", Runs.ON_THREAD, Long.MAX_VALUE, this::slowly));
    routes.add(Route.api(Method.POST, "/v/1/echo", Runs.ON_THREAD, Long.MAX_VALUE, this::echo));
    routes.add(
        api(
            Method.GET,
            "/v/1/broken",
            _ -> {
              throw new IllegalStateException("secret");
            }));
    var pages =
        new Pages(
            routes,
            callers,
            Map.of(
                Route.Audience.PEOPLE, new Streams(callers, 4, budget),
                Route.Audience.PROGRAMS, new Streams(callers, 4, budget)),
            new LongPages(callers, budget),
            new IncomingBody.Reading(new SystemClock(), Duration.ofMillis(700), budget));
    var server = vertx.createHttpServer().requestHandler(pages).listen(0, "127.0.0.1");
    port = server.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS).actualPort();
  }

  /** Takes the first piece, and the others when the test allows it. */
  private Page slowly(Ask ask) {
    long length = 0;
    for (var piece = ask.content().next(); piece.isPresent(); piece = ask.content().next()) {
      length += piece.get().length;
      pieces.incrementAndGet();
      try {
        assertThat(goOn.await(20, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return Page.text(200, "took " + length);
  }

  private Stream echo(Ask ask) {
    return new Stream(
        "text/plain",
        Map.of(),
        new Stream.Source() {
          @Override
          public Optional<String> next() {
            return ask.content().next().map(bytes -> new String(bytes, StandardCharsets.UTF_8));
          }

          @Override
          public void close() {}
        });
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private Socket open(String request) throws IOException {
    var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    socket.setSoTimeout(20_000);
    send(socket, request);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String all(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String until(Socket socket, String end) throws IOException {
    var seen = new StringBuilder();
    while (seen.indexOf(end) < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).as("end of stream after " + seen).isNotNegative();
      seen.append((char) next);
    }
    return seen.toString();
  }

  private String ask(String line, String... headers) throws IOException {
    var lines = new ArrayList<>(List.of(line, "Host: here", "Connection: close"));
    lines.addAll(List.of(headers));
    try (var socket = open(String.join("\r\n", lines) + "\r\n\r\n")) {
      return all(socket);
    }
  }

  @Test
  void each_method_reaches_its_own_handler_with_its_body() throws Exception {
    assertThat(ask("GET /v/1/things/a HTTP/1.1")).endsWith("GETa0");
    for (var method : List.of("POST", "PUT", "PATCH", "DELETE")) {
      var head = method + " /v/1/things/a HTTP/1.1\r\nHost: here\r\nConnection: close\r\n";
      try (var socket = open(head + "Content-Length: 5\r\n\r\n12345")) {
        assertThat(all(socket)).endsWith(method + "a5");
      }
    }
    assertThat(callers.over).hasValue(callers.stayed.get());
  }

  @Test
  void a_method_that_a_path_does_not_have_is_told_the_ones_it_has() throws Exception {
    assertThat(ask("GET /v/1/refusing HTTP/1.1"))
        .startsWith("HTTP/1.1 405 ")
        .contains("Allow: POST, OPTIONS\r\n", "application/problem+json", "\"status\":405");
    assertThat(ask("OPTIONS /v/1/things/a HTTP/1.1"))
        .startsWith("HTTP/1.1 204 ")
        .contains("Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n")
        .doesNotContainIgnoringCase("access-control");
    assertThat(ask("BREW /v/1/things/a HTTP/1.1")).startsWith("HTTP/1.1 501 ");
    assertThat(ask("TRACE /elsewhere HTTP/1.1")).startsWith("HTTP/1.1 501 ");
    assertThat(ask("GET /v/1/unknown HTTP/1.1"))
        .startsWith("HTTP/1.1 404 ")
        .contains("application/problem+json");
    assertThat(ask("GET /v/2/unknown HTTP/1.1")).endsWith("\r\n\r\nNot Found");
  }

  @Test
  void errors_are_problems_without_details_of_the_inside() throws Exception {
    assertThat(ask("GET /v/1/broken HTTP/1.1"))
        .startsWith("HTTP/1.1 500 ")
        .endsWith(
            "{\"type\":\"about:blank\",\"title\":\"Internal Server Error\",\"status\":500,"
                + "\"detail\":\"Internal Server Error\"}");
    assertThat(ask("GET /v/1/things/a?x=%zz HTTP/1.1"))
        .startsWith("HTTP/1.1 400 ")
        .contains("application/problem+json");
  }

  @Test
  void a_client_that_has_the_page_gets_only_the_news_that_it_is_the_same() throws Exception {
    var first = ask("GET /v/1/things/a HTTP/1.1");
    var tag = first.replaceAll("(?s).*ETag: (\"[0-9a-f]{32}\").*", "$1");
    for (var known : List.of(tag, "W/" + tag, "\"other\", " + tag, "*")) {
      assertThat(ask("GET /v/1/things/a HTTP/1.1", "If-None-Match: " + known))
          .as(known)
          .startsWith("HTTP/1.1 304 ")
          .contains("ETag: " + tag)
          .endsWith("\r\n\r\n");
    }
    assertThat(ask("GET /v/1/things/b HTTP/1.1", "If-None-Match: " + tag)).endsWith("GETb0");
    assertThat(ask("HEAD /v/1/things/a HTTP/1.1"))
        .startsWith("HTTP/1.1 200 ")
        .contains("ETag: " + tag, "Content-Length: 5\r\n")
        .endsWith("\r\n\r\n");
    assertThat(ask("POST /v/1/things/a HTTP/1.1", "If-None-Match: *")).endsWith("POSTa0");
  }

  @Test
  void a_foreign_host_and_foreign_pages_are_refused_before_the_handler() throws Exception {
    try (var socket = open("GET /v/1/things/a HTTP/1.1\r\nHost: evil\r\n\r\n")) {
      assertThat(until(socket, "\r\n\r\n")).startsWith("HTTP/1.1 421 ");
    }
    try (var socket = open("GET /v/1/things/a HTTP/1.1\r\nHost: here\r\nHost: evil\r\n\r\n")) {
      assertThat(until(socket, "\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }
    assertThat(ask("GET http://evil/v/1/things/a HTTP/1.1")).startsWith("HTTP/1.1 400 ");
    assertThat(ask("POST /v/1/things/a HTTP/1.1", "Origin: http://evil"))
        .startsWith("HTTP/1.1 403 ");
    assertThat(ask("GET /v/1/things/a HTTP/1.1", "Sec-Fetch-Site: cross-site"))
        .startsWith("HTTP/1.1 403 ");
    var preflight =
        ask(
            "OPTIONS /v/1/things/a HTTP/1.1",
            "Origin: http://evil",
            "Access-Control-Request-Method: POST");
    assertThat(preflight).startsWith("HTTP/1.1 403 ").doesNotContainIgnoringCase("access-control");
    assertThat(ask("POST /v/1/things/a HTTP/1.1", "Origin: http://here")).endsWith("POSTa0");
  }

  @Test
  void a_body_that_the_handler_did_not_want_does_not_cost_the_answer_or_the_connection()
      throws Exception {
    var head = "POST /v/1/refusing HTTP/1.1\r\nHost: here\r\nContent-Length: 60000\r\n\r\n";
    try (var socket = open(head + "x".repeat(60_000))) {
      assertThat(until(socket, "\"NO\"}")).startsWith("HTTP/1.1 403 ");
      send(socket, "GET /v/1/things/a HTTP/1.1\r\nHost: here\r\n\r\n");
      assertThat(until(socket, "GETa0")).startsWith("HTTP/1.1 200 ");
    }
    try (var socket = open(head.replace("60000", "90000000") + "x".repeat(200_000))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 413 ").endsWith("}");
    }
  }

  @Test
  void a_client_may_ask_before_it_sends_and_is_told_only_if_the_body_is_wanted() throws Exception {
    var head = "POST /v/1/%s HTTP/1.1\r\nHost: here\r\nExpect: %s\r\nContent-Length: %d\r\n\r\n";
    try (var socket = open(head.formatted("things/a", "100-continue", 3))) {
      assertThat(until(socket, "\r\n\r\n")).startsWith("HTTP/1.1 100 ");
      send(socket, "abc");
      assertThat(until(socket, "POSTa3")).startsWith("HTTP/1.1 200 ");
    }
    try (var socket = open(head.formatted("refusing", "100-continue", 3))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 403 ").contains("\"code\":\"NO\"");
    }
    try (var socket = open(head.formatted("things/a", "100-continue", MOST + 1))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 413 ");
    }
    try (var socket = open(head.formatted("things/a", "202-perhaps", 3))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 417 ");
    }
  }

  @Test
  void a_body_without_a_length_ends_at_the_limit_too() throws Exception {
    var head = "POST /v/1/things/a HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (var socket = open(head + "3\r\nabc\r\n0\r\n\r\n")) {
      assertThat(until(socket, "POSTa3")).startsWith("HTTP/1.1 200 ");
    }
    var chunk = "2710\r\n" + "x".repeat(10_000) + "\r\n";
    try (var socket = open(head + chunk.repeat(11))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 413 ").contains("at most 100000 bytes");
    }
    assertThat(budget.taken()).isZero();
  }

  @Test
  void a_body_that_does_not_come_is_given_up() throws Exception {
    var head = "POST /v/1/things/a HTTP/1.1\r\nHost: here\r\nContent-Length: 90000\r\n\r\n";
    try (var socket = open(head + "abc")) {
      assertThat(all(socket)).startsWith("HTTP/1.1 408 ").contains("too slowly");
    }
    // Each byte comes soon enough after the last, but all of them too slowly.
    try (var socket = open(head)) {
      socket.setSoTimeout(100);
      int read = 0;
      for (int i = 0; read == 0; i++) {
        assertThat(i).isLessThan(200);
        send(socket, "x");
        try {
          read = socket.getInputStream().read();
        } catch (java.net.SocketTimeoutException e) {
          // nothing yet
        }
      }
      assertThat((char) read).isEqualTo('H');
    }
    assertThat(budget.taken()).isZero();
    assertThat(callers.over).hasValue(callers.stayed.get());
  }

  @Test
  void a_body_that_is_not_utf_8_is_refused() throws Exception {
    var head = "POST /v/1/things/a HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n";
    try (var socket = open(head + "\u00c3(")) {
      assertThat(until(socket, "not UTF-8")).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void a_client_cannot_send_faster_than_the_handler_reads() throws Exception {
    int total = 64 << 20;
    var head = "PUT /v/1/slowly HTTP/1.1\r\nHost: here\r\nContent-Length: " + total + "\r\n\r\n";
    try (var socket = open(head)) {
      var sent = new AtomicInteger();
      var sender =
          Thread.ofVirtual()
              .start(
                  () -> {
                    var block = "x".repeat(1 << 16);
                    try {
                      for (int i = 0; i < total; i += block.length()) {
                        send(socket, block);
                        sent.addAndGet(block.length());
                      }
                    } catch (IOException e) {
                      sent.set(-1);
                    }
                  });
      int before = -1;
      while (pieces.get() == 0 || sent.get() != before) {
        before = sent.get();
        TimeUnit.MILLISECONDS.sleep(200);
      }
      assertThat(sent.get()).as("the sockets hold some, not all").isBetween(0, total / 2);
      assertThat(pieces).hasValue(1);
      goOn.countDown();
      assertThat(until(socket, "took " + total)).startsWith("HTTP/1.1 200 ");
      sender.join();
    }
  }

  @Test
  void a_body_and_its_answer_can_flow_at_the_same_time() throws Exception {
    var head = "POST /v/1/echo HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (var socket = open(head)) {
      send(socket, "3\r\none\r\n");
      until(socket, "one");
      send(socket, "3\r\ntwo\r\n");
      until(socket, "two");
      send(socket, "0\r\n\r\n");
      assertThat(all(socket)).endsWith("0\r\n\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v/1/things/%00",
        "/v/1/things/a%0Ab",
        "/v/1/things/%C3%28",
        "/v/1/things/%",
        "/v/1/things/..%2F..%2Fetc",
        "/v/1/things/../../etc/passwd",
        "/v/1/things//a",
      })
  void a_path_that_is_not_clean_reaches_no_handler(String path) throws Exception {
    assertThat(ask("GET " + path + " HTTP/1.1")).startsWith("HTTP/1.1 404 ");
  }
}
