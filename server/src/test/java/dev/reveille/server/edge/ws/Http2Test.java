package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 in clear text, with clients of other makes; and what it must not change for sockets. */
class Http2Test extends WsFixture {
  private final Vertx vertx = Vertx.vertx();
  private TestServer server;

  @BeforeEach
  void start() {
    server = started(TestServer.with(new WsOptions.Admission(Set.of(), Set.of("127.0.0.1"), 0)));
  }

  @AfterEach
  void stop() throws Exception {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  /** A client that speaks HTTP/2 from the first byte, on one connection. */
  private io.vertx.core.http.HttpClient knowing() {
    return vertx.createHttpClient(
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false)
            .setDefaultHost("127.0.0.1")
            .setDefaultPort(server.port()),
        new PoolOptions().setHttp2MaxSize(1));
  }

  @Test
  void a_client_that_asks_for_http_2_gets_it_and_sends_bodies_over_it() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var first =
          http.send(
              HttpRequest.newBuilder(uri("/health")).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(first.body()).isEqualTo("{\"status\":\"healthy\"}");
      var text = "x".repeat(900_000);
      var sent =
          http.send(
              HttpRequest.newBuilder(uri("/v/1/echo"))
                  .POST(HttpRequest.BodyPublishers.ofString(text))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(sent.body()).isEqualTo(text);
      var tooLong =
          http.send(
              HttpRequest.newBuilder(uri("/v/1/echo"))
                  .POST(HttpRequest.BodyPublishers.ofString(text + text))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(tooLong.statusCode()).isEqualTo(413);
      // The refusal ended that request only.
      assertThat(
              http.send(
                      HttpRequest.newBuilder(uri("/health")).build(),
                      HttpResponse.BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void a_client_may_begin_with_http_2() throws Exception {
    var http = knowing();
    var answers = new ArrayList<Future<String>>();
    for (int i = 0; i < 100; i++) {
      answers.add(
          http.request(HttpMethod.GET, "/v/1/visit")
              .compose(HttpClientRequest::send)
              .compose(HttpClientResponse::body)
              .map(Object::toString));
    }
    for (var answer : answers) {
      assertThat(await(answer)).isEqualTo("127.0.0.1 127.0.0.1:" + server.port() + " false");
    }
    assertThat(server.server.httpGuests()).as("all on one connection").isEqualTo(1);
    await(http.close());
  }

  @Test
  void a_tunnel_cannot_say_where_it_comes_from() throws Exception {
    var http = knowing();
    var options = new RequestOptions().setURI("/v/1/visit").putHeader("X-Forwarded-For", "9.9.9.9");
    var body =
        http.request(options).compose(HttpClientRequest::send).compose(HttpClientResponse::body);
    assertThat(await(body).toString()).startsWith("127.0.0.1 ");
    await(http.close());
    var client = closing(RawClient.dial(server.port()));
    client.send(
        "GET /v/1/visit HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 9.9.9.9\r\n"
            .concat("Connection: close\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    assertThat(client.rest()).endsWith("9.9.9.9 localhost true");
  }

  @Test
  void a_connection_of_http_2_that_asks_nothing_ends_by_timeout_too() {
    var client = closing(RawClient.dial(server.port()));
    client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    client.send(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
    TestServer.until(() -> server.server.httpGuests() == 1);
    server.advance(Duration.ofSeconds(21));
    TestServer.until(() -> server.server.httpGuests() == 0);
    client.rest();
  }

  @Test
  void requests_that_are_taken_back_again_and_again_cost_the_connection() throws Exception {
    var http = knowing();
    var closed = new CompletableFuture<Void>();
    var connected = new CompletableFuture<Void>();
    for (int i = 0; i < HttpLimits.RESETS * 2 && !closed.isDone(); i++) {
      var request = http.request(HttpMethod.POST, "/v/1/echo").toCompletionStage();
      try {
        var made = request.toCompletableFuture().get(20, TimeUnit.SECONDS);
        if (!connected.isDone()) {
          connected.complete(null);
          made.connection().closeHandler(_ -> closed.complete(null));
        }
        made.exceptionHandler(_ -> {});
        made.setChunked(true);
        await(made.writeHead());
        made.reset(8);
      } catch (java.util.concurrent.ExecutionException e) {
        break;
      }
    }
    closed.get(20, TimeUnit.SECONDS);
    assertThat(pair(server).client().response()).startsWith("HTTP/1.1 101 ");
    await(http.close());
  }

  @Test
  void frames_that_come_with_the_upgrade_are_not_lost() throws Exception {
    var client = closing(RawClient.dial(server.port()));
    var request = RawClient.request("/", java.util.Map.of()).getBytes(StandardCharsets.US_ASCII);
    var frame = new byte[] {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, 'h', 'i'};
    var both = java.util.Arrays.copyOf(request, request.length + frame.length);
    System.arraycopy(frame, 0, both, request.length, frame.length);
    client.send(both);
    assertThat(client.head()).startsWith("HTTP/1.1 101 ");
    assertThat(server.guest().nextMessage()).isEqualTo("hi");
  }
}
