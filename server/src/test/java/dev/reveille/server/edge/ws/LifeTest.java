package dev.reveille.server.edge.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifeTest extends WsFixture {

  @Test
  void an_ordinary_client_talks_and_leaves() throws Exception {
    var server = started(TestServer.options());
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    try (var http = HttpClient.newHttpClient()) {
      var socket =
          http.newWebSocketBuilder()
              .subprotocols("chat")
              .buildAsync(
                  URI.create("ws://127.0.0.1:" + server.port() + "/"), new Collector(received))
              .get(20, TimeUnit.SECONDS);
      assertThat(socket.getSubprotocol()).isEqualTo("chat");
      var guest = server.guest();
      socket.sendText("half ", false).get(20, TimeUnit.SECONDS);
      socket.sendText("and half", true).get(20, TimeUnit.SECONDS);
      assertThat(guest.nextMessage()).isEqualTo("half and half");
      server.server.wire().send(guest.session(), TestServer.frame("back"));
      server.server.wire().flush();
      assertThat(received.poll(20, TimeUnit.SECONDS)).isEqualTo("back");
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "bye").get(20, TimeUnit.SECONDS);
      assertThat(received.poll(20, TimeUnit.SECONDS)).isEqualTo("closed 1000");
      guest.awaitClosed();
    }
  }

  private record Collector(BlockingQueue<String> received) implements WebSocket.Listener {
    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      received.add(data.toString());
      socket.request(1);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      received.add("closed " + code);
      return CompletableFuture.completedStage(null);
    }
  }

  @Test
  void stopping_says_goodbye_and_refuses_newcomers() throws Exception {
    var server = started(TestServer.options());
    var one = pair(server);
    var two = pair(server);
    int port = server.port();
    var stopped = CompletableFuture.runAsync(() -> server.server.stop(Duration.ofSeconds(10)));
    for (var pair : List.of(one, two)) {
      var close = pair.client().read();
      assertThat(close.closeCode()).isEqualTo(1001);
      assertThat(close.closeReason()).isEqualTo("Server shutting down");
      pair.client().close(1001);
    }
    stopped.get(9, TimeUnit.SECONDS);
    assertThat(one.guest().closings).hasValue(1);
    assertThat(two.guest().closings).hasValue(1);
    assertThat(server.server.traffic().open()).isZero();
    assertThatThrownBy(() -> dial(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port))
        .isInstanceOf(IOException.class);
  }

  @Test
  void stopping_does_not_wait_for_a_client_that_does_not_answer() throws Exception {
    var server = started(TestServer.options());
    var pair = pair(server);
    server.server.stop(Duration.ofMillis(100));
    pair.guest().awaitClosed();
    assertThat(pair.client().readToClose().closeCode()).isEqualTo(1001);
    assertThat(pair.client().read().isEnd()).isTrue();
  }

  @Test
  void both_loopback_families_share_a_port_that_the_system_chose() throws Exception {
    var standard = TestServer.options();
    var listen = WsOptions.Listen.loopback(0);
    var server = started(new WsOptions("local", listen, standard.admission(), standard.pace()));
    pair(server);
    var six = new byte[16];
    six[15] = 1;
    if (!IpLiterals.isOnThisMachine("::1")) {
      System.out.println("Not tried: this machine has no ::1");
      return;
    }
    try (var socket = dial(InetAddress.getByAddress(six), server.port())) {
      var client = closing(new RawClient(socket)).upgrade("/", java.util.Map.of());
      assertThat(client.response()).startsWith("HTTP/1.1 101 ");
      assertThat(server.guest().visitor.address()).isEqualTo("::1");
    }
  }

  @Test
  void a_port_that_is_taken_is_named_in_the_error() {
    var first = started(TestServer.options());
    var standard = TestServer.options();
    var listen = new WsOptions.Listen(List.of("127.0.0.1"), Set.of(), first.port(), null, 1);
    assertThatThrownBy(
            () ->
                new TestServer(
                    new WsOptions("local", listen, standard.admission(), standard.pace())))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("127.0.0.1 port " + first.port());
  }

  private static Socket dial(InetAddress address, int port) throws IOException {
    return new Socket(address, port);
  }
}
