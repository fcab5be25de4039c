package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The command line against a running server, with the exit codes that its help promises. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CliTest {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int CANNOT_CONNECT = 3;
  private static final int REFUSED = 4;
  private static final int TIMED_OUT = 5;

  private final Path folder;
  private final ServerProcess server;

  CliTest(@TempDir Path folder) {
    this.folder = folder;
    // Only the limits are as strict as a user meets them: the commands must live with them.
    server = ServerProcess.start(folder.resolve("data"), Map.of("TAKEOVER_WAIT_MS", "0"));
  }

  @BeforeAll
  void is_up() {
    assertThat(server.get("/healthz").status()).isEqualTo(200);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Cli user(String name) {
    return new Cli(folder.resolve(name)).with("REVEILLE_URL", server.uri().toString());
  }

  @Test
  void two_processes_talk() throws IOException {
    Files.createDirectories(folder.resolve("ada"));
    var ada = user("ada");
    try (var human = ada.start("listen", "#agents");
        var machine = ada.start("listen", "#agents", "--json")) {
      human.awaitText("Listening to #agents");
      awaitListeners();
      var bob = user("bob");
      var sent = bob.run("send", "--json", "--tag", "greeting", "#agents", "grüß dich, 世界 🌍");
      assertThat(sent.exit()).as(sent.err()).isEqualTo(OK);
      var echo = json(sent.out().strip());
      human.awaitText("cli: grüß dich, 世界 🌍");
      machine.awaitText("grüß dich, 世界 🌍");
      var heard =
          machine
              .out()
              .lines()
              .map(CliTest::json)
              .filter(m -> m.path("msg_id").asString("").equals(echo.path("msg_id").asString()))
              .toList();
      assertThat(heard).hasSize(1);
      assertThat(heard.getFirst().path("seq")).isEqualTo(echo.path("seq"));
      assertThat(heard.getFirst().path("tags").path(0).asString()).isEqualTo("greeting");
      assertThat(human.out()).doesNotContain("\u001b");
    }
  }

  /** A listener that prints JSON says nothing until there is something; the list shows it. */
  private void awaitListeners() {
    try (var watcher = WireAgent.guest(server.uri(), "watcher")) {
      while (true) {
        watcher.send(
            new dev.reveille.protocol.JsonText()
                .field("type", "LIST_AGENTS")
                .field("channel", "#agents"));
        int guests = 0;
        for (var agent : watcher.await("AGENTS").path("list")) {
          if (agent.path("name").asString().equals("guest")) guests++;
        }
        if (guests >= 2) return;
        // Within the frame limit of 60 in 10 seconds.
        Thread.sleep(250);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_direct_message_waits_for_the_identity_that_listens_once() {
    var carl = user("carl");
    var made = carl.run("identity", "new", "carl");
    assertThat(made.exit()).isEqualTo(OK);
    var id = made.out().substring(0, made.out().indexOf(" "));
    assertThat(id).matches("@[0-9a-f]{16}");
    // Nobody knows the new key yet.
    var tooEarly = user("dora").run("send", id, "too early");
    assertThat(tooEarly.exit()).isEqualTo(REFUSED);
    assertThat(tooEarly.err()).contains("AGENT_NOT_FOUND").contains("reveille agents");
    var nothing =
        carl.with("AGENTCHAT_SETTLE_MS", "50")
            .with("AGENTCHAT_JITTER_PERCENT", "0")
            .run("listen", "-i", "carl", "--once", "--wait", "1");
    assertThat(nothing.exit()).isEqualTo(TIMED_OUT);
    assertThat(user("dora").run("send", id, "while you slept").exit()).isEqualTo(OK);
    var heard = carl.run("listen", "-i", "carl", "--once", "--wait", "30", "--json");
    assertThat(heard.exit()).isEqualTo(OK);
    assertThat(heard.out()).contains("while you slept");
  }

  @Test
  void history_channels_and_agents_show_what_is_there() {
    var user = user("eve");
    assertThat(user.run("send", "#discovery", "first line").exit()).isEqualTo(OK);
    try (var piped = user.start("send", "#discovery", "-")) {
      piped.type("from a pipe\nwith two lines\n");
      assertThat(piped.await().exit()).isEqualTo(OK);
    }
    var history = user.run("history", "#discovery");
    assertThat(history.exit()).isEqualTo(OK);
    assertThat(history.out())
        .containsSubsequence("cli: first line", "cli: from a pipe\n    with two");
    var page = user.run("history", "discovery", "--json", "--after", "0", "--limit", "1000");
    assertThat(page.out().lines().map(m -> json(m).path("seq").asLong()))
        .isSorted()
        .doesNotHaveDuplicates()
        .contains(1L);
    var channels = user.run("channels");
    assertThat(channels.exit()).isEqualTo(OK);
    assertThat(channels.out()).contains("CHANNEL", "#general", "#agents", "#discovery");
    assertThat(user.run("channels", "--json").out().lines())
        .allMatch(line -> json(line).path("name").asString().startsWith("#"));
    try (var present = user.start("listen", "#discovery", "--name", "looker")) {
      present.awaitText("Listening to #discovery");
      var agents = user.run("agents", "discovery", "--json");
      assertThat(agents.out().lines().map(line -> json(line).path("name").asString()))
          .as("a guest that only looks is not there itself")
          .containsExactly("looker");
    }
  }

  @Test
  void a_channel_is_the_same_with_and_without_its_sign() {
    var user = user("jon");
    assertThat(user.run("send", "general", "without a sign").exit()).isEqualTo(OK);
    var with = user.run("history", "#general");
    assertThat(with.out()).contains("cli: without a sign");
    assertThat(user.run("history", "general").out()).isEqualTo(with.out());
  }

  @Test
  void an_identity_makes_joins_and_leaves_channels_without_being_there() {
    var user = user("kim");
    assertThat(user.run("channel", "create", "plans", "--invite-only").exit()).isEqualTo(OK);
    assertThat(user.run("identity", "new", "lea").exit()).isEqualTo(OK);
    var uninvited = user.run("channel", "join", "plans", "-i", "lea");
    fails(uninvited, REFUSED, "NOT_INVITED");
    var invited = user.run("channel", "invite", "plans", "@lea");
    assertThat(invited.exit()).as(invited.err()).isEqualTo(OK);
    assertThat(user.run("channel", "join", "plans", "-i", "lea").exit()).isEqualTo(OK);
    assertThat(user.run("send", "plans", "for lea to read").exit()).isEqualTo(OK);
    var unread = json(user.run("unread", "-i", "lea", "--json").out());
    assertThat(unread.path("channels").valueStream())
        .anyMatch(
            c -> c.path("channel").asString().equals("#plans") && c.path("unread").asInt() == 1);
    assertThat(user.run("channel", "leave", "plans", "-i", "lea").exit()).isEqualTo(OK);
    assertThat(user.run("channel", "list", "-i", "lea").out()).doesNotContain("#plans");
    assertThat(user.run("identity", "list").out()).contains("IDENTITY", "cli", "lea");
    assertThat(user.run("history", "plans", "-i", "cli").out())
        .as("nobody came or went")
        .contains("for lea to read")
        .doesNotContain("online", "offline");
  }

  @Test
  void an_identity_is_for_its_owner_alone() throws IOException {
    var user = user("fred");
    assertThat(user.run("identity", "new", "fred").exit()).isEqualTo(OK);
    var file = user.identities().resolve("fred.json");
    assertThat(mode(file)).isEqualTo("rw-------");
    assertThat(mode(user.identities())).isEqualTo("rwx------");
    var shown = user.run("identity", "show", "fred");
    assertThat(shown.exit()).isEqualTo(OK);
    assertThat(shown.out()).contains("BEGIN PUBLIC KEY").doesNotContain("PRIVATE");
    assertThat(json(user.run("identity", "show", "fred", "--json").out()).path("name").asString())
        .isEqualTo("fred");
    var before = Files.readString(file);
    assertThat(user.run("identity", "new", "fred").exit()).isEqualTo(FAILED);
    assertThat(Files.readString(file)).isEqualTo(before);
    assertThat(user.run("identity", "show", "nobody").exit()).isEqualTo(FAILED);
    assertThat(user.run("identity", "new", "../up").exit()).isEqualTo(USAGE);
    // Made by the first command that speaks.
    assertThat(user.run("send", "#general", "hello").exit()).isEqualTo(OK);
    assertThat(mode(user.identities().resolve("cli.json"))).isEqualTo("rw-------");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void the_doctor_finds_a_server_a_free_port_and_a_stranger() throws IOException {
    var data = server.data().toString();
    var healthy = user("gil").run("doctor", "--data-dir", data);
    assertThat(healthy.exit()).as(healthy.out()).isEqualTo(OK);
    assertThat(healthy.out()).contains("is healthy, version").contains("yours alone");
    assertThat(healthy.out().lines()).allMatch(line -> line.startsWith("ok "));
    try (var stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var url = "ws://127.0.0.1:" + stranger.getLocalPort();
      var strange = user("gil").run("doctor", "--url", url, "--timeout", "500ms");
      assertThat(strange.exit()).isEqualTo(FAILED);
      assertThat(strange.out()).contains("unknown").contains("did not answer in 500 ms");
    }
    var free = user("gil").run("doctor", "--url", "ws://127.0.0.1:1");
    assertThat(free.exit()).isEqualTo(FAILED);
    assertThat(free.out()).contains("fail").contains("reveille up");
  }

  @Test
  void wrong_use_is_told_in_a_sentence_with_the_documented_code() {
    var user = user("hal");
    fails(user.run("sned", "#general", "x"), USAGE, "no command 'sned'");
    fails(user.run("send"), USAGE, "--help");
    fails(user.run("send", "two words", "x"), USAGE, "'#twowords'");
    fails(user.run("history", "two words"), USAGE, "'#general'");
    fails(user.run("listen", "--once", "--follow"), USAGE, "mutually exclusive");
    fails(user.run("wait", "--ephemeral"), USAGE, "no inbox");
    fails(user.run("mail", "dead", "retry", "7"), FAILED, "no dead letter 7");
    fails(user.run("receipt", "nothing"), REFUSED, "No message nothing");
    fails(user.run("channel", "create", "general"), REFUSED, "CHANNEL_EXISTS");
    fails(user.run("history", "#general", "--limit", "0"), USAGE, "1 to 1000");
    fails(user.run("send", "#nowhere", "x"), REFUSED, "CHANNEL_NOT_FOUND");
    fails(user.run("history", "#nowhere"), REFUSED, "CHANNEL_NOT_FOUND");
    fails(
        user.run("send", "#general", "x", "--url", "ws://127.0.0.1:1"),
        CANNOT_CONNECT,
        "reveille up");
    fails(user.run("listen", "--once", "--url", "ws://127.0.0.1:1"), CANNOT_CONNECT, "reveille up");
    fails(user.run("channels", "--url", "ftp://what"), USAGE, "server address");
  }

  private static void fails(Cli.Run run, int code, String part) {
    assertThat(run.exit()).as(run.toString()).isEqualTo(code);
    assertThat(run.out()).isEmpty();
    // On a busy machine a command says after two seconds what it waits for.
    var sentences =
        run.err().lines().filter(line -> !line.contains("Waiting for the server")).toList();
    assertThat(sentences).hasSize(1);
    assertThat(sentences.getFirst()).startsWith("reveille: ").contains(part);
  }

  @Test
  void help_names_every_command_and_exit_code() {
    var help = user("ida").run("--help");
    assertThat(help.exit()).isEqualTo(OK);
    assertThat(help.out())
        .contains("up", "send", "listen", "channels", "agents", "history", "identity", "doctor")
        .containsSubsequence("0  done", "1  failed", "2  ", "3  cannot", "4  ", "5  ", "128+n");
    assertThat(user("ida").run("--version").exit()).isEqualTo(OK);
  }

  private static JsonNode json(String line) {
    return Json.read(line).orElseThrow(() -> new AssertionError("no JSON: " + line));
  }
}
