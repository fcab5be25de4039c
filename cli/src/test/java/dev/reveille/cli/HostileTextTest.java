package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every command that prints something of others, against a server that has one text for all. */
@Timeout(30)
class HostileTextTest {
  /** Each is obeyed by some terminal, or seen by nobody. */
  private static final List<Integer> HIDDEN =
      List.of(
          0x00, 0x07, 0x08, 0x0B, 0x0C, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0xAD, 0x034F,
          0x061C, 0x115F, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E,
          0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0xE0001, 0xE0041,
          0xE0100);

  private static final String HOSTILE =
      "\u001b[31mPAINTED\nFORGED line\r\nFORGED again"
          + HIDDEN.stream().map(c -> "x" + Character.toString(c)).collect(Collectors.joining())
          + "e"
          + "\u0301".repeat(30)
          + "世界\u001b]0;owned\u0007";

  private final Path home;
  private final TinyServer server;

  HostileTextTest(@TempDir Path home) throws IOException {
    this.home = home;
    this.server = new TinyServer();
    Files.createDirectories(home.resolve("data"));
    Files.writeString(home.resolve("data/admin.key"), "key-of-the-test");
    server.turnHostile(HOSTILE);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private Run reveille() {
    return new Run(home, server.url())
        .env("DATA_DIR", home.resolve("data").toString())
        .env("AGENTCHAT_SETTLE_MS", "50")
        .env("AGENTCHAT_JITTER_PERCENT", "0");
  }

  private static void assertHarmless(String text) {
    assertThat(text).doesNotContain("\u001b[31mPAINTED");
    assertThat(text.lines()).noneMatch(line -> line.startsWith("FORGED"));
    var bare = text.replaceAll("\u001b\\[(0|1|2|31|32|33|36)m", "");
    assertThat(bare.codePoints().filter(HIDDEN::contains).boxed().map(Integer::toHexString))
        .isEmpty();
    assertThat(bare).doesNotContain("\u0301".repeat(5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send #general hi",
        "send #nowhere hi",
        "send @kicker hi",
        "send @kicker hi --debug",
        "listen #general --once --wait 5s",
        "listen #nowhere --once --debug",
        "listen --once --inbox --wait 5s",
        "wait --for 5s",
        "unread",
        "receipt m1",
        "retract m1",
        "task new @bob x",
        "task list",
        "task show task_abcdefghijklmnopqrstuvwxyz",
        "task claim task_abcdefghijklmnopqrstuvwxyz",
        "task done task_abcdefghijklmnopqrstuvwxyz x",
        "task watch task_abcdefghijklmnopqrstuvwxyz",
        "channel list",
        "channel join #general",
        "channel invite #general @ada",
        "history #general",
        "channels",
        "agents",
        "skills register --capability x",
        "skills search",
        "verify @0123456789abcdef",
        "verify @0123456789abcdef --json",
        "verify @ada",
        "verify @bob",
        "callbacks list",
        "callbacks cancel cb_1",
        "callbacks set --in 5s hi",
        "file send @ada pom.xml",
        "file receive --wait 100ms --yes",
        "top --once",
        "route list",
        "route set --on message",
        "route remove 1",
        "memory own",
        "memory show ada",
        "seat list",
        "seat show ada",
        "seat routes ada",
        "seat route ada --on message",
        "seat unroute ada 1",
        "seat resume ada",
        "admin list",
        "admin connections",
        "admin kick @ada",
        "doctor --timeout 2s"
      })
  void nothing_that_a_terminal_obeys_or_hides_is_printed(String command) {
    for (boolean colour : new boolean[] {false, true}) {
      var run = reveille();
      if (colour) run.colour();
      run.exit(command.split(" ", -1));
      assertThat(run.out() + run.err()).as("something was printed").isNotBlank();
      assertHarmless(run.out());
      assertHarmless(run.err());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send #general hi --json",
        "listen #general --once --wait 5s --json",
        "listen --once --inbox --wait 5s --json",
        "wait --for 5s --json",
        "unread --json",
        "receipt m1 --json",
        "retract m1 --json",
        "task new @bob x --json",
        "task list --json",
        "task show task_abcdefghijklmnopqrstuvwxyz --json",
        "task claim task_abcdefghijklmnopqrstuvwxyz --json",
        "task watch task_abcdefghijklmnopqrstuvwxyz --json",
        "channel list --all --json",
        "history #general --json",
        "channels --json",
        "agents --json",
        "skills register --capability x --json",
        "skills search --json",
        "callbacks list --json",
        "top --json",
        "route list --json",
        "memory own --json",
        "memory show ada --json",
        "seat list --json",
        "seat show ada --json",
        "admin list --json",
        "admin connections --json",
        "admin kick @ada --json"
      })
  void json_is_harmless_and_loses_nothing(String command) {
    var run = reveille();
    run.exit(command.split(" ", -1));
    assertHarmless(run.out());
    assertHarmless(run.err());
    assertThat(run.out().lines()).isNotEmpty();
    assertThat(run.out().lines())
        .allSatisfy(line -> assertThat(holds(Json.read(line).orElseThrow())).isTrue());
  }

  private static boolean holds(JsonNode node) {
    if (node.isString()) return node.stringValue().equals(HOSTILE);
    for (var child : node) if (holds(child)) return true;
    return false;
  }

  @Test
  void an_identity_file_that_somebody_else_wrote_is_shown_without_harm() throws IOException {
    var made = reveille();
    assertThat(made.exit("identity", "new", "ada")).isZero();
    var file = home.resolve("config/reveille/identities/ada.json");
    var name = JsonText.quote(HOSTILE);
    Files.writeString(file, Files.readString(file).replace("\"name\":\"ada\"", "\"name\":" + name));
    var show = reveille();
    assertThat(show.exit("identity", "show", "ada")).isZero();
    assertThat(show.out()).contains("PAINTED");
    assertHarmless(show.out());
  }
}
