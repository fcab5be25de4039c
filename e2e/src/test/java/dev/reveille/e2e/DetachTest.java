package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code up --detach}, {@code status} and {@code down}: a server without a terminal. */
class DetachTest {
  private static final int NOT_RUNNING = 3;

  private final Path data;
  private final Cli cli;

  DetachTest(@TempDir Path folder) {
    data = folder.resolve("data");
    cli = new Cli(folder).with("DATA_DIR", data.toString()).with("HOST", "127.0.0.1");
  }

  /** None is left behind, whatever a test did. */
  @AfterEach
  void end() throws Exception {
    var note = data.resolve("reveille.holder");
    if (!Files.exists(note)) return;
    long pid = Long.parseLong(Files.readString(note).split(" ", 2)[0]);
    var process = ProcessHandle.of(pid).filter(p -> p.pid() != ProcessHandle.current().pid());
    if (process.isPresent() && isOurs(pid)) {
      process.get().destroyForcibly();
      awaitGone(pid);
    }
  }

  private boolean isOurs(long pid) throws IOException {
    var line = Path.of("/proc/" + pid + "/cmdline");
    return Files.exists(line) && Files.readString(line).contains("dev.reveille.cli.Main");
  }

  /** True if it runs; one that only waits for its parent to notice does not. */
  private static boolean runs(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return false;
    }
  }

  private static void awaitGone(long pid) throws InterruptedException {
    for (int i = 0; i < 3000 && runs(pid); i++) Thread.sleep(10);
    assertThat(runs(pid)).isFalse();
  }

  private JsonNode status(int exit) {
    var run = cli.run("status", "--json");
    assertThat(run.exit()).as(run.toString()).isEqualTo(exit);
    return Json.read(run.out()).orElseThrow();
  }

  @Test
  void a_server_in_the_background_is_found_and_stopped_by_its_folder() throws Exception {
    var none = cli.run("status");
    assertThat(none.exit()).isEqualTo(NOT_RUNNING);
    assertThat(none.out()).isEqualTo("No server runs with the data folder " + data + ".\n");

    var up = cli.run("up", "--detach", "--port", "0");
    assertThat(up.exit()).as(up.toString()).isZero();
    var page = status(0);
    long pid = page.path("pid").asLong();
    var url = page.path("url").asString();
    assertThat(up.out())
        .contains("WebSocket    " + url)
        .contains("process      " + pid)
        .contains("log          " + data.resolve("reveille.log"))
        .contains("./reveille down");
    assertThat(page.path("running").asBoolean()).isTrue();
    assertThat(page.path("agents").asInt()).isZero();
    assertThat(page.path("version").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(data.resolve("reveille.log")).exists();

    // A session of its own, and nothing of the terminal: no signal of it gets there.
    var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    assertThat(fields[3]).as("session").isEqualTo(Long.toString(pid));
    assertThat(Path.of("/proc/" + pid + "/fd/0").toRealPath()).isEqualTo(Path.of("/dev/null"));

    try (var agent = WireAgent.guest(URI.create(url), "one")) {
      assertThat(status(0).path("agents").asInt()).isOne();
      var again = cli.run("up", "--detach", "--port", "0");
      assertThat(again.exit()).isEqualTo(1);
      assertThat(again.err().lines()).hasSize(1);
      assertThat(again.err()).contains("already runs", "process " + pid, url, "reveille down");

      var down = cli.run("down");
      assertThat(down.exit()).as(down.toString()).isZero();
      assertThat(down.out()).contains("Stopped process " + pid);
      assertThat(agent.closed().get(10, TimeUnit.SECONDS)).isEqualTo(1001);
    }
    assertThat(runs(pid)).isFalse();
    var twice = cli.run("down");
    assertThat(twice.exit()).isZero();
    assertThat(twice.out()).contains("No server runs");
    assertThat(status(NOT_RUNNING).path("running").asBoolean()).isFalse();
  }

  @Test
  void after_a_kill_everything_says_so_and_a_foreign_process_with_the_id_is_left_alone()
      throws Exception {
    assertThat(cli.run("up", "--detach", "--port", "0").exit()).isZero();
    long pid = status(0).path("pid").asLong();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    awaitGone(pid);
    var killed = status(NOT_RUNNING);
    assertThat(killed.path("reason").asString()).contains("process " + pid + ", was killed");
    var down = cli.run("down");
    assertThat(down.exit()).isZero();
    assertThat(down.out()).contains("No server runs");

    var foreign = Program.start(new ProcessBuilder("sleep", "600"));
    try {
      var note = data.resolve("reveille.holder");
      var text = Files.readString(note);
      Files.writeString(note, foreign.pid() + text.substring(text.indexOf(' ')));
      assertThat(status(NOT_RUNNING).path("running").asBoolean()).isFalse();
      assertThat(cli.run("down").out()).contains("No server runs");
      assertThat(foreign.isAlive()).isTrue();
    } finally {
      Program.end(foreign);
    }
    var back = cli.run("up", "--detach", "--port", "0", "--quiet");
    assertThat(back.exit()).as(back.toString()).isZero();
    assertThat(back.out()).matches("ws://127\\.0\\.0\\.1:\\d+\n");
    assertThat(cli.run("down").exit()).isZero();
  }

  @Test
  void of_two_at_once_one_wins_and_the_other_says_so() {
    try (var one = cli.start("up", "--detach", "--port", "0");
        var two = cli.start("up", "--detach", "--port", "0")) {
      var ends = List.of(one.await(), two.await());
      assertThat(ends).extracting(Cli.Run::exit).containsExactlyInAnyOrder(0, 1);
      var loser = ends.get(0).exit() == 1 ? ends.get(0) : ends.get(1);
      long pid = status(0).path("pid").asLong();
      assertThat(loser.err()).contains("process " + pid);
    }
    assertThat(cli.run("down").exit()).isZero();
  }

  @Test
  void a_server_that_cannot_start_says_why_and_leaves_no_process() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = Integer.toString(taken.getLocalPort());
      var run = cli.run("up", "--detach", "--port", port);
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("Port " + port, "did not start (exit code 1)");
    }
    assertThat(status(NOT_RUNNING).path("running").asBoolean()).isFalse();
    var bad = cli.run("up", "--detach", "--config", "nowhere.conf");
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(bad.err()).contains("nowhere.conf");
  }
}
