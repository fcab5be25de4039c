package dev.reveille.server.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.store.PageBudget;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Answers that last, and orders with a body. */
class StreamsTest {
  private static final int MOST = 3;

  /** More than the buffers between here and there hold. */
  private static final int LONG = 24 << 20;

  private final Vertx vertx = Vertx.vertx();
  private final LinkedBlockingQueue<String> words = new LinkedBlockingQueue<>();
  private final AtomicInteger made = new AtomicInteger();
  private final PageBudget budget = new PageBudget(4 * PageBudget.MAKING);
  private final AnyCaller callers = new AnyCaller();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int port;

  /** Says what the test puts into {@code words}; "." is the last one. */
  private final class Words implements Stream.Source {
    @Override
    public Optional<String> next() throws InterruptedException {
      var word = words.take();
      return word.equals(".") ? Optional.empty() : Optional.of(word);
    }

    @Override
    public void close() {
      ended.countDown();
    }
  }

  /** Never runs out of things to say. */
  private final class Flood implements Stream.Source {
    @Override
    public Optional<String> next() {
      made.incrementAndGet();
      return Optional.of("x".repeat(64 << 10));
    }

    @Override
    public void close() {
      ended.countDown();
    }
  }

  /** Is in the middle of a read when its reader leaves; or has a fault of its own. */
  private record Failing(CountDownLatch ended, boolean own) implements Stream.Source {
    @Override
    public Optional<String> next() {
      if (own) throw new IllegalStateException("a fault");
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while reading the store.", e);
      }
      return Optional.empty();
    }

    @Override
    public void close() {
      ended.countDown();
    }
  }

  private Route stream(String target, java.util.function.Supplier<Stream.Source> source) {
    return Route.pattern(
        Method.GET,
        target,
        _ -> new Stream("text/event-stream", Map.of("X-Own", "yes"), source.get()));
  }

  @BeforeEach
  void start() throws Exception {
    var pages =
        new Pages(
            List.of(
                stream("/words", Words::new),
                stream("/flood", Flood::new),
                Route.longPage("/long", _ -> Page.text(200, "x".repeat(LONG))),
                stream("/reading", () -> new Failing(ended, false)),
                stream("/broken", () -> new Failing(ended, true)),
                Route.pattern(
                    Method.POST,
                    "/echo/{who}",
                    ask ->
                        Page.text(
                            200,
                            ask.part("who")
                                + ask.parameter("q").orElse("-")
                                + ask.body().length()
                                + ask.visit().address()))),
            callers,
            Map.of(
                Route.Audience.PEOPLE, new Streams(callers, MOST, Duration.ofMillis(300), budget)),
            new LongPages(callers, budget, Duration.ofMillis(20), Duration.ofSeconds(3)),
            new IncomingBody.Reading(new SystemClock(), Duration.ofSeconds(20), budget));
    var server = vertx.createHttpServer().requestHandler(pages).listen(0, "127.0.0.1");
    port = server.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS).actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private Socket open(String request) throws IOException {
    var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  }

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static String all(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Reads until that was said. */
  private static String until(Socket socket, String end) throws IOException {
    var seen = new StringBuilder();
    while (seen.indexOf(end) < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).as("end of stream after " + seen).isNotNegative();
      seen.append((char) next);
    }
    return seen.toString();
  }

  @Test
  void pieces_arrive_as_they_are_said_and_the_end_ends_the_answer() throws Exception {
    try (var socket = open(get("/words"))) {
      var head = until(socket, "\r\n\r\n");
      assertThat(head)
          .startsWith("HTTP/1.1 200 OK\r\n")
          .containsIgnoringCase("content-type: text/event-stream\r\n")
          .containsIgnoringCase("x-own: yes\r\n")
          .containsIgnoringCase("content-security-policy: default-src 'none'");
      words.add("one");
      until(socket, "one");
      words.add("two");
      until(socket, "two");
      assertThat(callers.stayed).hasValue(1);
      words.add(".");
      assertThat(all(socket)).endsWith("0\r\n\r\n");
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void a_reader_that_leaves_ends_the_source() throws Exception {
    try (var socket = open(get("/words"))) {
      until(socket, "\r\n\r\n");
    }
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_reader_that_does_not_read_is_not_read_for_and_is_gone_after_a_while() throws Exception {
    try (var socket = open(get("/flood"))) {
      until(socket, "\r\n\r\n");
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      // What was made is what fits into the buffers between here and there, not more.
      assertThat(made.get()).isLessThan(400);
      int atEnd = made.get();
      assertThat(made).hasValue(atEnd);
    }
  }

  @Test
  void a_long_page_that_is_not_taken_in_time_gives_its_memory_back() throws Exception {
    // Pipelined: more requests on the connection do not make it younger.
    try (var socket = open(get("/long").replace("Connection: close\r\n", "").repeat(3))) {
      until(socket, "\r\n\r\n");
      try (var refused = open(get("/long"))) {
        assertThat(all(refused)).startsWith("HTTP/1.1 503 ").containsIgnoringCase("retry-after");
      }
      awaitFree();
      try (var next = open(get("/long"))) {
        assertThat(all(next)).hasSizeGreaterThan(LONG);
      }
    }
    awaitFree();
  }

  private void awaitFree() throws InterruptedException {
    for (int i = 0; budget.taken() > 0; i++) {
      assertThat(i).as("taken: " + budget.taken()).isLessThan(2_000);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void a_reader_that_reads_again_gets_more() throws Exception {
    try (var socket = open(get("/flood"))) {
      var in = socket.getInputStream();
      long read = 0;
      while (read < (40 << 20)) {
        int part = in.readNBytes(1 << 20).length;
        assertThat(part).as("the stream ended after %d bytes", read).isPositive();
        read += part;
      }
      assertThat(made.get()).isGreaterThanOrEqualTo(600);
      assertThat(ended.getCount()).isEqualTo(1);
    }
  }

  @Test
  void too_many_at_once_are_refused_and_one_that_ends_makes_room() throws Exception {
    var open = new Socket[MOST];
    for (int i = 0; i < MOST; i++) {
      open[i] = open(get("/words"));
      until(open[i], "\r\n\r\n");
    }
    try (var refused = open(get("/words"))) {
      assertThat(all(refused)).startsWith("HTTP/1.1 503 ");
    }
    open[0].close();
    while (true) {
      try (var again = open(get("/words"))) {
        if (until(again, "\r\n\r\n").startsWith("HTTP/1.1 200 ")) break;
      }
    }
    for (var socket : open) socket.close();
  }

  @Test
  void the_connection_of_a_stream_that_ended_by_itself_ends_too() throws Exception {
    try (var socket = open(get("/words").replace("Connection: close\r\n", ""))) {
      until(socket, "\r\n\r\n");
      words.add("last");
      words.add(".");
      assertThat(all(socket)).endsWith("0\r\n\r\n");
    }
  }

  @Test
  void a_fault_of_the_source_is_reported_but_not_one_of_a_reader_that_left() throws Exception {
    var log = (Logger) LoggerFactory.getLogger(Streams.class);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    try {
      try (var socket = open(get("/reading"))) {
        until(socket, "\r\n\r\n");
      }
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      try (var socket = open(get("/broken"))) {
        all(socket);
      }
      assertThat(lines.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .containsExactly("The stream /broken ends");
    } finally {
      log.detachAppender(lines);
    }
  }

  @Test
  void head_gets_the_headers_of_a_stream_and_no_stream() throws Exception {
    try (var socket = open(get("/words").replace("GET", "HEAD"))) {
      assertThat(all(socket))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .containsIgnoringCase("text/event-stream")
          .endsWith("\r\n\r\n");
    }
    assertThat(callers.stayed).as("its connection is looked after as before").hasValue(0);
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void an_order_is_given_its_body_its_parts_and_its_query() throws Exception {
    try (var socket = open(post("/echo/%40ann?q=w%20x&q=second", "12345"))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 200 OK").endsWith("@annw x5somewhere");
    }
  }

  @Test
  void what_is_not_encoded_as_it_must_be_is_refused_at_once() throws Exception {
    for (var query : List.of("q=%zz", "q=%", "q=%4", "%zz=1", "a=1&q=%g0")) {
      try (var socket = open(get("/words?" + query))) {
        assertThat(all(socket)).as(query).startsWith("HTTP/1.1 400 ");
      }
      try (var socket = open(post("/echo/a?" + query, "12345"))) {
        assertThat(all(socket)).as(query).startsWith("HTTP/1.1 400 ");
      }
    }
    for (var part : List.of("%zz", "%", "%4", "%2F")) {
      try (var socket = open(post("/echo/" + part, ""))) {
        assertThat(all(socket)).as(part).startsWith("HTTP/1.1 404 ");
      }
    }
  }

  @Test
  void a_body_of_64_kilobytes_is_read_and_a_longer_one_refused() throws Exception {
    try (var socket = open(post("/echo/a", "x".repeat(64 << 10)))) {
      assertThat(all(socket)).endsWith("a-65536somewhere");
    }
    try (var socket = open(post("/echo/a", "x".repeat((64 << 10) + 1)))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 413 ").contains("Content Too Large");
    }
  }

  @Test
  void a_body_that_was_announced_longer_than_it_may_be_is_refused_before_it_is_here()
      throws Exception {
    var head = "POST /echo/a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n";
    try (var socket = open(head + "x".repeat(70 << 10))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void what_can_only_be_ordered_cannot_be_looked_at_and_the_other_way_round() throws Exception {
    try (var socket = open(get("/echo/a"))) {
      assertThat(all(socket)).startsWith("HTTP/1.1 405 ").contains("Allow: POST, OPTIONS\r\n");
    }
    for (var method : List.of("POST", "PUT", "DELETE", "PATCH")) {
      try (var socket = open(get("/words").replace("GET", method))) {
        assertThat(all(socket))
            .startsWith("HTTP/1.1 405 ")
            .contains("Allow: GET, HEAD, OPTIONS\r\n")
            .containsIgnoringCase("x-content-type-options: nosniff");
      }
    }
  }
}
