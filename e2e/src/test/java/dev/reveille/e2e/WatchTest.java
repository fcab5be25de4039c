package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The full-screen client in a real terminal. */
class WatchTest {
  private final Path folder;

  WatchTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Map<String, String> env(ServerProcess server) {
    return Map.of(
        "HOME",
        folder.toString(),
        "XDG_CONFIG_HOME",
        folder.resolve("config").toString(),
        "REVEILLE_URL",
        server.uri().toString());
  }

  @Test
  void a_person_reads_writes_and_leaves_the_terminal_as_it_was() {
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of());
        var ada = WireAgent.guest(server.uri(), "ada");
        var pane = new Pane(folder, 100, 24)) {
      pane.type("echo before");
      pane.press("Enter");
      pane.awaitText("\nbefore\n");
      pane.run(env(server), "watch", "--name", "mia");
      pane.await(text -> text.contains("2 here") && text.contains("mia came online"), "the screen");
      assertThat(pane.isFullScreen()).isTrue();
      assertThat(pane.text()).contains("#discovery", "ada").doesNotContain("echo before");

      var evil = "hello 世界 \u001b]2;owned\u0007 \u001b[2J " + "long ".repeat(30) + "end";
      ada.say("#general", evil, "1");
      var text = pane.awaitText("ada: hello 世界 ␛]2;owned␇ ␛[2J long");
      assertThat(text).contains("long end").contains("#agents");
      assertThat(pane.title()).isNotEqualTo("owned");

      pane.type("grüß dich");
      pane.press("Enter");
      var heard = ada.await(m -> m.path("content").asString("").equals("grüß dich"));
      assertThat(heard.path("from_name").asString()).isEqualTo("mia");
      pane.awaitText("mia: grüß dich");

      pane.resize(50, 12);
      pane.await(
          now -> now.lines().count() <= 12 && now.contains("mia: grüß dich"), "the small screen");
      pane.type("/msg ada psst");
      pane.press("Enter");
      ada.await(m -> m.path("content").asString("").equals("psst"));
      pane.type("/nowhere");
      pane.press("Enter");
      pane.awaitText("There is no /nowhere");

      pane.type("/quit");
      pane.press("Enter");
      text = pane.awaitText("left-0");
      assertThat(pane.isFullScreen()).isFalse();
      assertThat(text)
          .containsPattern("(?m)^before$")
          .doesNotContain("#discovery")
          .doesNotContain("Exception");
      pane.await(now -> now.contains(" icanon"), "a terminal that reads lines");
    }
  }

  @Test
  void ctrl_c_and_a_kill_give_the_terminal_back_too() {
    try (var server = ServerProcess.start(folder.resolve("data"), Map.of());
        var pane = new Pane(folder, 80, 24)) {
      pane.run(env(server), "watch", "--ephemeral");
      pane.awaitText("guest came online");
      pane.press("C-c");
      pane.awaitText("left-130");
      assertThat(pane.isFullScreen()).isFalse();

      pane.run(env(server), "watch", "--ephemeral", "--name", "victim");
      pane.awaitText("victim came online");
      assertThat(pane.program().destroy()).isTrue();
      var text = pane.awaitText("left-143");
      assertThat(pane.isFullScreen()).isFalse();
      assertThat(text).doesNotContain("Exception");
    }
  }

  @Test
  void who_is_displaced_is_told_and_gets_the_terminal_back() throws IOException {
    var noWait = Map.of("TAKEOVER_WAIT_MS", "0");
    try (var server = ServerProcess.start(folder.resolve("data"), noWait);
        var pane = new Pane(folder, 80, 24);
        var other = new Pane(Files.createDirectory(folder.resolve("other")), 80, 24)) {
      pane.run(env(server), "watch");
      pane.awaitText("cli came online");
      var second = new Cli(folder).with("REVEILLE_URL", server.uri().toString());
      second.with("XDG_CONFIG_HOME", folder.resolve("config").toString());
      // A side session displaces nobody; a second body does.
      assertThat(second.run("send", "#general", "me too").exit()).isZero();
      pane.awaitText("cli: me too");
      assertThat(pane.isFullScreen()).isTrue();
      other.run(env(server), "watch");
      var text = pane.awaitText("left-4");
      assertThat(text).contains("Displaced: Another connection");
      assertThat(pane.isFullScreen()).isFalse();
    }
  }

  @Test
  void without_a_terminal_or_a_server_there_is_a_sentence() {
    var cli = new Cli(folder).with("REVEILLE_URL", "ws://127.0.0.1:1");
    var run = cli.run("watch");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("reveille: watch needs a terminal")
        .contains("reveille listen");
    try (var pane = new Pane(folder, 100, 10)) {
      pane.run(
          Map.of("HOME", folder.toString(), "REVEILLE_URL", "ws://127.0.0.1:1"),
          "watch",
          "--ephemeral");
      var text = pane.awaitText("left-3");
      assertThat(text).contains("Is the server running?");
    }
  }
}
