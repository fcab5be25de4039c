package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.ServerMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DemoTest {
  private final Path home;

  DemoTest(@TempDir Path home) {
    this.home = home;
  }

  private Run reveille(String url) {
    return new Run(home, url);
  }

  @Test
  void a_demo_tells_where_to_look_and_ends_by_itself() {
    var run = reveille("ws://127.0.0.1:1").env("LOG_LEVEL", "warn");
    assertThat(run.exit("demo", "--duration", "2s")).isZero();
    assertThat(run.out()).containsPattern("dashboard  http://127\\.0\\.0\\.1:\\d+/");
    assertThat(run.out()).contains("Ends by itself after 2s").contains("The demo is over");
    assertThat(run.err()).isEmpty();
    var folder = run.out().lines().filter(line -> line.contains("admin key")).toList().getFirst();
    assertThat(Path.of(folder.replaceFirst(".*admin key *", "")).getParent()).doesNotExist();
  }

  @Test
  void a_demo_that_cannot_be_says_what_to_change() throws IOException {
    var never = reveille("ws://127.0.0.1:1");
    assertThat(never.exit("demo", "--duration", "soon")).isEqualTo(Exit.USAGE.code());
    assertThat(never.err()).contains("'soon' is not a time span").contains("2m");
    var none = reveille("ws://127.0.0.1:1");
    assertThat(none.exit("demo", "--duration", "0")).isEqualTo(Exit.USAGE.code());
    assertThat(none.err()).contains("--duration is 0");
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      var run = reveille("ws://127.0.0.1:1");
      assertThat(run.exit("demo", "--port", port)).isEqualTo(Exit.FAILED.code());
      assertThat(run.err()).contains("Port " + port).contains("--port").doesNotContain("HOST");
      assertThat(run.out()).isEmpty();
    }
  }

  @Test
  void a_demo_does_not_touch_what_another_server_uses() {
    var audit = home.resolve("audit.log");
    var run =
        reveille("ws://127.0.0.1:1")
            .env("LOG_LEVEL", "warn")
            .env("AUDIT_LOG", audit.toString())
            .env("ALLOWLIST_ENABLED", "true")
            .env("REVEILLE_CONFIG", home.resolve("missing.conf").toString());
    assertThat(run.exit("demo", "--duration", "100ms")).as(run.err()).isZero();
    assertThat(audit).doesNotExist();
  }

  @Test
  void top_shows_who_sleeps_first_and_what_waits() {
    var flags =
        Map.of("PORT", "0", "LOG_LEVEL", "warn", "DATA_DIR", home.resolve("data").toString());
    try (var server = new EmbeddedServer().start(Optional.empty(), flags, Map.of());
        var ada = ReveilleClient.builder().uri(server.webSocketUri()).name("ada").connect();
        var zoe = ReveilleClient.builder().uri(server.webSocketUri()).name("zoe").connect()) {
      ada.join("#general");
      zoe.join("#general");
      zoe.send("#general", "@@cb:500s@@later");
      zoe.send("#general", "good night @@sleep:600s@@");
      ada.send(zoe.agentId(), "for you");
      // The output of this test is no terminal: that is as good as --once.
      var run = reveille(server.webSocketUri().toString());
      assertThat(run.exit("top")).isZero();
      // The echo may come a moment before the message waits for its receiver.
      for (int i = 0; i < 100 && !run.out().contains("1 DM "); i++) {
        run = reveille(server.webSocketUri().toString());
        assertThat(run.exit("top")).isZero();
      }
      assertThat(run.err()).isEmpty();
      var lines = run.out().lines().toList();
      assertThat(lines.getFirst()).contains("NAME", "WAKES IN", "BUFFERED", "CALLBACKS");
      assertThat(lines.get(1))
          .startsWith("zoe")
          .contains("sleeping")
          .containsPattern("9m \\d+s|10m 0s")
          .contains("1 DM ")
          .contains("default")
          .containsPattern("1, next 8m");
      assertThat(lines.get(2)).startsWith("ada").contains("online").contains("#general");
      var json = reveille(server.webSocketUri().toString());
      assertThat(json.exit("top", "--json")).isZero();
      assertThat(json.out().lines().map(line -> Json.read(line).isPresent()))
          .hasSize(2)
          .containsOnly(true);
    }
  }

  @Test
  void top_lists_those_away_and_sorts_and_filters_as_asked() {
    var flags =
        Map.of("PORT", "0", "LOG_LEVEL", "warn", "DATA_DIR", home.resolve("data").toString());
    try (var server = new EmbeddedServer().start(Optional.empty(), flags, Map.of())) {
      var url = server.webSocketUri();
      ReveilleClient.builder().uri(url).name("yan").identity(Identity.generate()).connect().close();
      try (var ada = ReveilleClient.builder().uri(url).name("ada").connect();
          var zoe = ReveilleClient.builder().uri(url).name("zoe").connect()) {
        zoe.request(
            new ClientMessage.CreateChannel("#builds", false, false), ServerMessage.Created.class);
        zoe.send("#general", "good night @@sleep:600s@@");
        assertThat(names(url.toString())).containsExactly("zoe", "ada", "yan");
        assertThat(names(url.toString(), "--sort", "name")).containsExactly("ada", "yan", "zoe");
        assertThat(names(url.toString(), "--sort", "name", "--reverse"))
            .containsExactly("zoe", "yan", "ada");
        assertThat(names(url.toString(), "--no-away")).containsExactly("zoe", "ada");
        assertThat(names(url.toString(), "--filter", "OFFLINE")).containsExactly("yan");
        assertThat(names(url.toString(), "--filter", "#build")).containsExactly("zoe");
        assertThat(names(url.toString(), "--filter", ada.agentId())).containsExactly("ada");
        var run = reveille(url.toString());
        assertThat(run.exit("top", "--filter", "yan")).isZero();
        assertThat(run.out()).contains("LAST SEEN").containsPattern("yan +offline.* \\d+s ago");
        var wrong = reveille(url.toString());
        assertThat(wrong.exit("top", "--sort", "size")).isEqualTo(Exit.USAGE.code());
        assertThat(wrong.err()).contains("wake", "name", "buffered", "callback", "seen");
      }
    }
  }

  private List<String> names(String url, String... options) {
    var run = reveille(url);
    var line = new ArrayList<>(List.of("top", "--json"));
    line.addAll(List.of(options));
    assertThat(run.exit(line.toArray(String[]::new))).as(run.err()).isZero();
    return run.out()
        .lines()
        .map(each -> Json.read(each).orElseThrow().path("name").asString(""))
        .toList();
  }

  @Test
  void top_says_what_is_wrong() {
    var away = reveille("ws://127.0.0.1:1");
    assertThat(away.exit("top", "--once")).isEqualTo(Exit.CANNOT_CONNECT.code());
    assertThat(away.err()).contains("reveille up");
    var hasty = reveille("ws://127.0.0.1:1");
    assertThat(hasty.exit("top", "--timeout", "0")).isEqualTo(Exit.USAGE.code());
    assertThat(hasty.err()).contains("--timeout must be more than 0");
    var flags =
        Map.of(
            "PORT",
            "0",
            "HOST",
            "0.0.0.0",
            "LOG_LEVEL",
            "error",
            "DASHBOARD_VIEWER_TOKEN",
            "look-at-the-house",
            "DATA_DIR",
            home.resolve("open").toString());
    try (var server = new EmbeddedServer().start(Optional.empty(), flags, Map.of())) {
      var url = server.webSocketUri().toString();
      var locked = reveille(url);
      assertThat(locked.exit("top", "--once")).isEqualTo(Exit.REFUSED.code());
      assertThat(locked.err()).contains("only with a token").contains("REVEILLE_TOKEN");
      var wrong = reveille(url).env("REVEILLE_TOKEN", "peek");
      assertThat(wrong.exit("top", "--once")).isEqualTo(Exit.REFUSED.code());
      assertThat(wrong.err())
          .contains("The token is refused")
          .contains("DASHBOARD_VIEWER_TOKEN")
          .doesNotContain("peek");
      assertThat(reveille(url).env("REVEILLE_TOKEN", "look-at-the-house").exit("top", "--once"))
          .isZero();
    }
  }
}
