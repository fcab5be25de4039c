package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each reason why no chat server answers has a sentence of its own. */
@Timeout(30)
class NoServerTest extends CommandFixture {
  NoServerTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @ParameterizedTest
  @ValueSource(strings = {"send #general hi", "channels", "agents", "history #x", "listen #x"})
  void no_server_is_exit_code_3_and_no_stack_trace(String command) throws IOException {
    try (var dead = new DeadPort()) {
      var run = new Run(home, dead.url());
      assertThat(run.exit(command.split(" ", -1))).isEqualTo(3);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains(dead.url()).contains("reveille up").doesNotContain("\tat ");
      assertThat(run.out()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"channels", "top --once", "admin connections", "identity rotate cli"})
  void an_unknown_host_has_a_sentence_of_its_own(String command) throws IOException {
    assertThat(reveille().exit("identity", "new", "cli")).isZero();
    var run =
        new Run(home, "ws://nowhere.invalid:6667").env("AGENTCHAT_ADMIN_KEY", "key-of-the-test");
    assertThat(run.exit(command.split(" ", -1))).isEqualTo(3);
    assertThat(run.err())
        .contains("There is no host 'nowhere.invalid'")
        .doesNotContain("reveille up")
        .doesNotContain("refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"channels", "top --once"})
  void tls_that_is_not_there_has_a_sentence_of_its_own(String command) throws IOException {
    try (var door = answering("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8))) {
      var address = "127.0.0.1:" + door.getLocalPort();
      var run = new Run(home, "wss://" + address);
      assertThat(run.exit(command.split(" ", -1))).isEqualTo(3);
      assertThat(run.err())
          .contains("wss://" + address + " does not speak TLS; try ws://" + address + ".");
    }
  }

  @Test
  void a_web_server_that_is_no_chat_server_has_a_sentence_of_its_own() throws IOException {
    var web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.start();
    try {
      var run = new Run(home, "ws://127.0.0.1:" + web.getAddress().getPort());
      assertThat(run.exit("channels")).isEqualTo(3);
      assertThat(run.err()).contains("HTTP 404").contains("no chat server");
    } finally {
      web.stop(0);
    }
  }

  @Test
  void a_port_that_answers_something_else_has_a_sentence_of_its_own() throws IOException {
    // what a server with TLS says to a client without
    try (var door = answering(new byte[] {0x15, 3, 3, 0, 2, 2, 70})) {
      var url = "ws://127.0.0.1:" + door.getLocalPort();
      var run = new Run(home, url);
      assertThat(run.exit("channels")).isEqualTo(3);
      assertThat(run.err())
          .contains("does not answer as a chat server does; if it uses TLS, try wss://127.0.0.1:");
    }
  }

  @Test
  void debug_shows_the_stack_trace() throws IOException {
    try (var dead = new DeadPort()) {
      var run = new Run(home, dead.url());
      assertThat(run.exit("channels", "--debug")).isEqualTo(3);
      assertThat(run.err()).contains("\tat dev.reveille");
    }
  }
}
