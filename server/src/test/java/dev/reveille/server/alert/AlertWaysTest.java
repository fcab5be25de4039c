package dev.reveille.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.Programs;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.kernel.SystemPrograms;
import dev.reveille.server.outgoing.AllowedHosts;
import dev.reveille.server.outgoing.BodySigning;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.outgoing.SigningSecret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to a person that need no seat. */
class AlertWaysTest {
  private static final Programs PROGRAMS = new SystemPrograms();

  @TempDir Path folder = Path.of("");
  private final Failures troubles = new Failures();

  private AlertJob.AlertTold tell(AlertWay... ways) throws InterruptedException {
    return new AlertJob(List.of(ways), troubles)
        .tell(new AlertJob.Alert("team:1", "all idle; $(rm -rf /)"));
  }

  private static AlertWay shell(String script) {
    return CommandAlert.of(List.of("/bin/sh", "-c", script), PROGRAMS);
  }

  @Test
  void a_command_gets_the_line_on_its_standard_input_and_no_shell_is_between() throws Exception {
    var file = folder.resolve("alert.txt");
    assertThat(tell(shell("cat > '" + file + "'")).told()).containsExactly("command");
    assertThat(Files.readString(file)).isEqualTo("all idle; $(rm -rf /)\n");
  }

  @Test
  void a_way_that_fails_is_named_and_seen_in_health_and_the_others_are_tried() throws Exception {
    var told = tell(shell("exit 3"), CommandAlert.desktop("Linux", new Missing()), shell("cat"));
    assertThat(told.told()).containsExactly("command");
    assertThat(told.failed()).hasSize(2);
    assertThat(told.failed().getFirst()).isEqualTo("command: /bin/sh ended with 3");
    assertThat(troubles.failing()).contains("alerts by desktop");
    tell(CommandAlert.desktop("Linux", new Recording(new ArrayList<>())));
    assertThat(troubles.failing()).doesNotContain("alerts by desktop");
  }

  @Test
  void without_a_way_the_log_is_one() throws Exception {
    assertThat(tell().told()).containsExactly("log");
  }

  @Test
  void a_desktop_gets_the_line_as_the_last_argument() throws Exception {
    var commands = new ArrayList<List<String>>();
    tell(CommandAlert.desktop("Linux", new Recording(commands)));
    tell(CommandAlert.desktop("Mac OS X", new Recording(commands)));
    assertThat(commands.get(0)).startsWith("notify-send").contains("--");
    assertThat(commands.get(1)).startsWith("osascript");
    for (var command : commands) {
      assertThat(command.getLast()).isEqualTo("all idle; $(rm -rf /)");
      assertThat(command.subList(0, command.size() - 1))
          .as("no text is part of a script")
          .noneMatch(word -> word.contains("idle"));
    }
  }

  @Test
  void a_webhook_is_signed_and_a_refusal_counts_as_failed() throws Exception {
    var seen = new CopyOnWriteArrayList<String>();
    var status = new int[] {200};
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestHeaders().getFirst(BodySigning.SIGNATURE));
          seen.add(exchange.getRequestHeaders().getFirst(BodySigning.EVENT));
          seen.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(status[0], -1);
          exchange.close();
        });
    server.start();
    var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/alert";
    var secret = SigningSecret.of("0123456789abcdef0123456789");
    var clock = new ManualClock();
    try (var client = new OutgoingClient(new SystemClock(), AllowedHosts.parse("127.0.0.1"))) {
      var way = new WebhookAlert(client, url, secret, clock);
      assertThat(tell(way).told()).containsExactly("webhook");
      assertThat(seen.get(0)).startsWith("sha256=");
      assertThat(seen.get(2))
          .contains("\"text\":\"all idle; $(rm -rf /)\"", "\"alert\":\"team:1\"");
      status[0] = 500;
      assertThat(tell(way).failed()).containsExactly("webhook: it answered 500");
      assertThat(seen.get(4)).as("a repeat has the same event").isEqualTo(seen.get(1));
    } finally {
      server.stop(0);
    }
    try (var client = new OutgoingClient(new SystemClock(), AllowedHosts.NONE)) {
      var failed = tell(new WebhookAlert(client, url, secret, clock)).failed();
      assertThat(failed.getFirst()).contains("OUTGOING_ALLOW");
    }
  }

  private static final class Missing implements Programs {
    @Override
    public Ended run(List<String> command, String input, int most, Duration limit)
        throws java.io.IOException {
      throw new java.io.IOException("there is no program " + command.getFirst());
    }
  }

  private record Recording(List<List<String>> commands) implements Programs {
    @Override
    public Ended run(List<String> command, String input, int most, Duration limit) {
      commands.add(command);
      return new Ended(0, "", "");
    }
  }
}
