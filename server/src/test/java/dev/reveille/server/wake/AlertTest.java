package dev.reveille.server.wake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.outgoing.AllowedHosts;
import dev.reveille.server.outgoing.BodySigning;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.outgoing.SigningSecret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to a person that need no seat. */
class AlertTest {
  @TempDir Path folder = Path.of("");

  @Test
  void a_command_gets_the_text_on_its_standard_input() throws Exception {
    var file = folder.resolve("alert.txt");
    var way = new CommandAlert(List.of("/bin/sh", "-c", "cat > '" + file + "'"));
    var told = AlertJob.tell(List.of(way), "all idle; $(rm -rf /)");
    assertThat(told.told()).containsExactly("command");
    assertThat(Files.readString(file)).isEqualTo("all idle; $(rm -rf /)\n");
  }

  @Test
  void a_command_that_fails_or_is_missing_is_named_and_the_others_are_tried() throws Exception {
    var told =
        AlertJob.tell(
            List.of(
                new CommandAlert(List.of("/bin/sh", "-c", "exit 3")),
                new CommandAlert(List.of("/no/such/program")),
                new CommandAlert(List.of("/bin/cat"))),
            "hello");
    assertThat(told.told()).containsExactly("command");
    assertThat(told.failed()).hasSize(2);
    assertThat(told.failed().getFirst()).contains("ended with 3");
  }

  @Test
  void a_webhook_is_signed_and_a_refusal_counts_as_failed() throws Exception {
    var seen = new CopyOnWriteArrayList<String>();
    var status = new int[] {200};
    var server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestHeaders().getFirst(BodySigning.SIGNATURE));
          seen.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(status[0], -1);
          exchange.close();
        });
    server.start();
    var clock = new ManualClock();
    try (var client = new OutgoingClient(clock, AllowedHosts.parse("127.0.0.1"))) {
      var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/alert";
      var way =
          new WebhookAlert(client, url, SigningSecret.of("0123456789abcdef0123456789"), clock);
      assertThat(AlertJob.tell(List.of(way), "all idle").told()).containsExactly("webhook");
      assertThat(seen.get(0)).startsWith("sha256=");
      assertThat(seen.get(1)).contains("\"text\":\"all idle\"");
      status[0] = 500;
      assertThat(AlertJob.tell(List.of(way), "all idle").failed())
          .containsExactly("webhook: it answered 500");
    } finally {
      server.stop(0);
    }
  }
}
