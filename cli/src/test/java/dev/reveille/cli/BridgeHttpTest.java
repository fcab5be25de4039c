package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bridge's HTTP against a server that answers by script. */
@Timeout(60)
class BridgeHttpTest {
  private final ServerSocket listening;
  private final List<Socket> accepted = Collections.synchronizedList(new ArrayList<>());
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final BridgeHttp http;

  BridgeHttpTest() throws IOException {
    listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    http = new BridgeHttp(URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/mcp"));
  }

  @AfterEach
  void stop() throws IOException {
    http.close();
    listening.close();
    for (var socket : accepted) socket.close();
  }

  /** Answers the requests of one connection, one text for each; then keeps it open or closes it. */
  private void serve(boolean closes, String... answers) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                var socket = listening.accept();
                accepted.add(socket);
                for (var answer : answers) {
                  requests.add(request(socket));
                  socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                }
                if (closes) socket.close();
              } catch (IOException e) {
                // The test has ended.
              }
            });
  }

  /** Reads a head and the body that it announces. */
  private static String request(Socket socket) throws IOException {
    var text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) text.append((char) socket.getInputStream().read());
    var head = text.toString();
    int at = head.indexOf("Content-Length: ");
    if (at < 0) return head;
    int length = Integer.parseInt(head.substring(at + 16, head.indexOf('\r', at)));
    return head + new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  private String post(String body) throws IOException {
    try (var answer = http.send("/mcp", Map.of("Accept", "x/y"), body)) {
      return answer.status() + " " + answer.text();
    }
  }

  private static String page(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  @Test
  void a_connection_is_used_again_when_its_answer_was_read() throws IOException {
    serve(false, page("é"), "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n", page("three"));
    assertThat(post("ä")).isEqualTo("200 é");
    assertThat(post("2")).isEqualTo("202 ");
    assertThat(post("3")).isEqualTo("200 three");
    assertThat(accepted).hasSize(1);
    assertThat(requests.getFirst())
        .startsWith("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + listening.getLocalPort())
        .contains("Accept: x/y\r\n")
        .contains("Content-Length: 2\r\n")
        .endsWith("\r\n\r\nä");
  }

  @Test
  void a_body_comes_in_chunks() throws IOException {
    serve(
        false,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\n\r\n",
        page("next"));
    assertThat(post("1")).isEqualTo("200 abcd");
    assertThat(post("2")).isEqualTo("200 next");
    assertThat(accepted).hasSize(1);
  }

  @Test
  void a_connection_that_the_server_closed_while_idle_is_not_used() throws Exception {
    serve(true, page("one"));
    assertThat(post("1")).isEqualTo("200 one");
    while (!accepted.getFirst().isClosed()) Thread.onSpinWait();
    serve(false, page("two"));
    assertThat(post("2")).isEqualTo("200 two");
  }

  @Test
  void an_answer_that_breaks_off_is_an_error_and_not_an_end() {
    serve(true, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    assertThatThrownBy(() -> post("1")).isInstanceOf(IOException.class);
    serve(true, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    assertThatThrownBy(() -> post("2")).isInstanceOf(IOException.class);
    serve(true, "SSH-2.0\r\n\r\n");
    assertThatThrownBy(() -> post("3"))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(ConnectException.class);
  }

  @Test
  void a_server_that_is_not_there_is_told_from_one_that_broke_off() throws IOException {
    listening.close();
    assertThatThrownBy(() -> post("1")).isInstanceOf(ConnectException.class);
  }

  @Test
  void closing_ends_a_wait() throws Exception {
    serve(false, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
    var answer = http.send("/mcp", Map.of(), null);
    assertThat(answer.read()).isEqualTo('a');
    var closing = Thread.ofVirtual().start(http::close);
    assertThatThrownBy(answer::read).isInstanceOf(IOException.class);
    closing.join();
  }
}
