package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table of agents in a real terminal, and the swarm that is there to be looked at. */
@Timeout(240)
class TopTest {
  private static final Map<String, String> NO_LIMITS = ServerProcess.NO_LIMITS;
  private static final Pattern ZOE =
      Pattern.compile("(?m)^zoe +sleeping +(\\d+)s +(\\S+ ?\\S*).*$");

  private static final Pattern AWAKE = Pattern.compile("(?m)^zoe +online");

  private final Path folder;

  TopTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Map<String, String> env(ServerProcess server) {
    return Map.of("HOME", folder.toString(), "REVEILLE_URL", server.uri().toString());
  }

  private static int secondsLeft(String screen) {
    var row = ZOE.matcher(screen);
    return row.find() ? Integer.parseInt(row.group(1)) : -1;
  }

  @Test
  void a_sleeper_is_seen_counting_down_and_waking_also_across_a_restart() {
    var data = folder.resolve("data");
    var zoeKey = Identity.generate();
    try (var server = ServerProcess.start(data, NO_LIMITS);
        var pane = new Pane(folder, 80, 24)) {
      int port = server.port();
      try (var ada = WireAgent.guest(server.uri(), "ada");
          var zoe = WireAgent.keyed(server.uri(), "zoe", zoeKey)) {
        ada.join("#general", WireAgent.NOTHING_OLD);
        zoe.join("#general", WireAgent.NOTHING_OLD);
        pane.run(env(server), "top");
        pane.awaitText("2 agents, 0 asleep");
        assertThat(pane.isFullScreen()).isTrue();
        zoe.say("#general", "good night @@sleep:8s@@", "1");
        var screen = pane.await(text -> secondsLeft(text) > 0, "the sleeper");
        assertThat(screen).contains("2 agents, 1 asleep").contains("default");
        assertThat(screen.indexOf("\nzoe")).isLessThan(screen.indexOf("\nada"));
        int before = secondsLeft(screen);
        pane.await(
            text -> secondsLeft(text) > 0 && secondsLeft(text) < before, "fewer than " + before);
        ada.say(zoe.id(), "one", "2");
        pane.awaitText(" 1 DM ");
        ada.say(zoe.id(), "two", "3");
        pane.awaitText(" 2 DMs ");
        pane.await(text -> text.contains("0 asleep") && AWAKE.matcher(text).find(), "awake");
      }
      server.kill();
      var gone = pane.awaitText("no answer for ");
      assertThat(gone).contains("Nothing listens at ws://").contains("q leaves");
      try (var again = ServerProcess.start(data, port, NO_LIMITS);
          var _ = WireAgent.guest(again.uri(), "newcomer")) {
        pane.await(text -> text.contains("1 agent,") && text.contains("newcomer"), "the new one");
        pane.type("q");
        var left = pane.awaitText("left-0");
        assertThat(pane.isFullScreen()).isFalse();
        assertThat(left).doesNotContain("newcomer").doesNotContain("Exception");
        pane.await(now -> now.contains(" icanon"), "a terminal that reads lines");
      }
    }
  }

  @Test
  void keys_are_obeyed_in_a_small_terminal_while_the_server_does_not_answer() {
    var agents = new ArrayList<WireAgent>();
    try (var server = ServerProcess.start(folder.resolve("data"), NO_LIMITS);
        var pane = new Pane(folder, 40, 10)) {
      for (int i = 0; i < 9; i++) agents.add(WireAgent.guest(server.uri(), "agent-" + i));
      pane.run(env(server), "top");
      var screen = pane.awaitText("9 agents, 0 asleep");
      assertThat(screen).contains("agent-6", "1-7 of 9", "BUFFERED").doesNotContain("agent-7");
      assertThat(screen.lines()).hasSize(10).allMatch(line -> line.length() <= 40);
      pane.press("NPage");
      pane.await(text -> text.contains("agent-8") && text.contains("3-9 of 9"), "the next page");
      pane.press("Right");
      pane.press("Right");
      pane.press("Right");
      pane.await(text -> text.contains("CALLBACKS") && text.contains("agent-8"), "more columns");
      pane.resize(80, 24);
      pane.await(text -> text.contains("agent-0") && text.contains("agent-8"), "all of them");

      Machine.must("kill", "-STOP", Long.toString(server.pid()));
      pane.awaitText("no answer for ");
      pane.resize(40, 10);
      pane.press("Home");
      pane.await(text -> text.contains("agent-0") && text.contains("1-7 of 9"), "the first page");
      Machine.must("kill", "-CONT", Long.toString(server.pid()));
      pane.awaitText("9 agents, 0 asleep");

      Machine.must("kill", "-STOP", Long.toString(server.pid()));
      pane.awaitText("no answer for ");
      long from = System.nanoTime();
      pane.type("q");
      pane.awaitText("left-0");
      // Far less than the request may take that is under way.
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(5));
      assertThat(pane.isFullScreen()).isFalse();
      Machine.must("kill", "-CONT", Long.toString(server.pid()));
    } finally {
      agents.forEach(WireAgent::close);
    }
  }

  @Test
  void those_away_are_listed_and_keys_sort_and_filter() {
    try (var server = ServerProcess.start(folder.resolve("data"), NO_LIMITS);
        var pane = new Pane(folder, 120, 24)) {
      WireAgent.keyed(server.uri(), "yan", Identity.generate()).close();
      try (var ada = WireAgent.guest(server.uri(), "ada");
          var zoe = WireAgent.guest(server.uri(), "zoe")) {
        zoe.say("#general", "good night @@sleep:600s@@", "1");
        pane.run(env(server), "top");
        var screen = pane.awaitText("2 agents, 1 asleep, 1 away");
        assertThat(screen.indexOf("\nzoe")).isLessThan(screen.indexOf("\nada"));
        assertThat(screen).containsPattern("(?m)^yan +offline .* ago");
        pane.type("s");
        screen = pane.awaitText("by name");
        assertThat(screen.indexOf("\nada")).isLessThan(screen.indexOf("\nyan"));
        assertThat(screen.indexOf("\nyan")).isLessThan(screen.indexOf("\nzoe"));
        pane.type("/q");
        pane.awaitText("filter: q_");
        pane.press("BSpace");
        pane.type("yan");
        pane.await(text -> text.contains("1 shown") && !text.contains("\nada"), "yan alone");
        pane.press("Enter");
        pane.awaitText("filter yan");
        pane.type("a");
        pane.await(text -> text.contains("0 shown") && !text.contains("\nyan"), "nobody");
        pane.type("/");
        pane.press("Escape");
        pane.await(text -> text.contains("\nada") && text.contains("\nzoe"), "those here");
        assertThat(ada.id()).isNotEmpty();
        pane.type("q");
        pane.awaitText("left-0");
      }
    }
  }

  @Test
  void into_a_pipe_the_table_is_printed_once_and_a_wrong_token_has_its_own_sentence() {
    try (var server = ServerProcess.start(folder.resolve("data"), NO_LIMITS);
        var _ = WireAgent.guest(server.uri(), "ada")) {
      var cli = new Cli(folder).with("REVEILLE_URL", server.uri().toString()).with("TERM", "xterm");
      var run = cli.run("top");
      assertThat(run.exit()).isZero();
      assertThat(run.out().lines()).hasSize(2);
      assertThat(run.out()).contains("NAME", "WAKES IN", "ada").doesNotContain("q leaves");
      var wrong = cli.with("REVEILLE_TOKEN", "guessed").run("top");
      assertThat(wrong.exit()).isEqualTo(4);
      assertThat(wrong.err()).startsWith("reveille: The token is refused");
    }
  }

  @Test
  void a_demo_that_is_ended_leaves_nothing_behind_however_early()
      throws IOException, InterruptedException {
    var scratch = Files.createDirectories(folder.resolve("scratch"));
    var cli = new Cli(folder).with("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + scratch);
    try (var early = cli.start("demo")) {
      while (demos(scratch).isEmpty()) {
        assertThat(early.process().isAlive()).isTrue();
        Thread.sleep(5);
      }
      early.process().destroy();
      var ended = early.await();
      assertThat(ended.exit()).isEqualTo(143);
      assertThat(ended.out()).isEmpty();
      assertThat(demos(scratch)).isEmpty();
    }
    try (var demo = cli.start("demo")) {
      demo.awaitText("Ctrl-C ends it.");
      assertThat(demos(scratch)).hasSize(1);
      demo.process().destroy();
      assertThat(demo.await().exit()).isEqualTo(143);
      assertThat(demos(scratch)).isEmpty();
    }
  }

  private static List<Path> demos(Path scratch) throws IOException {
    try (var all = Files.list(scratch)) {
      return all.filter(path -> path.getFileName().toString().contains("demo")).toList();
    }
  }
}
