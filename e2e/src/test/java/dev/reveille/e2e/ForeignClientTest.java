package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that share no line of code with the server. */
class ForeignClientTest {
  private final Path folder;

  ForeignClientTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void a_node_client_proves_its_key_joins_speaks_and_is_heard() throws IOException {
    boolean node = Machine.run("node", "--version").ok();
    if (!node) System.out.println("Skipped: there is no `node` on the PATH to run the client.");
    Assumptions.assumeTrue(node, "node is not on the PATH");
    var script = folder.resolve("foreign-client.js");
    try (var source = ForeignClientTest.class.getResourceAsStream("/foreign-client.js")) {
      if (source == null) throw new AssertionError("the script is not among the resources");
      Files.copy(source, script);
    }
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of());
        var listener = WireAgent.guest(server.uri(), "listener")) {
      var text = "from Node: ü 世界 🌍 " + "long ".repeat(60);
      var run =
          Machine.run(
              "node",
              script.toString(),
              server.uri().getHost(),
              Integer.toString(server.port()),
              "#general",
              text);
      assertThat(run.ok()).as(run.text()).isTrue();
      var seen = Json.read(run.text()).orElseThrow(() -> new AssertionError(run.text()));
      assertThat(seen.path("agent_id").asString()).isEqualTo(seen.path("expected_id").asString());
      assertThat(seen.path("members").toString()).contains("listener").contains("node");
      assertThat(seen.path("echo").path("content").asString()).isEqualTo(text);
      assertThat(seen.path("echo").path("client_msg_id").asString()).isEqualTo("node-1");
      assertThat(seen.path("close").asInt()).isEqualTo(1000);
      var heard = listener.await(m -> m.path("content").asString("").equals(text));
      assertThat(heard.path("msg_id")).isEqualTo(seen.path("echo").path("msg_id"));
      assertThat(heard.has("client_msg_id")).isFalse();
    }
  }

  @Test
  void a_browser_page_from_elsewhere_is_turned_away_and_the_servers_own_is_not()
      throws IOException {
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of())) {
      assertThat(upgrade(server, "https://evil.example")).startsWith("HTTP/1.1 403");
      assertThat(upgrade(server, "http://" + server.uri().getAuthority()))
          .startsWith("HTTP/1.1 101");
    }
  }

  private static String upgrade(ServerProcess server, String origin) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
      socket
          .getOutputStream()
          .write(RawSocket.upgradeRequest(server.uri().getAuthority(), "Origin: " + origin));
      return RawSocket.head(socket.getInputStream());
    }
  }
}
