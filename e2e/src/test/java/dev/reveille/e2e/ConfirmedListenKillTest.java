package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The packaged program, killed while it has messages in its hands. Nothing is lost. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfirmedListenKillTest {
  private static final int ROUNDS = Seed.rounds(20, 100);

  private final Path folder;
  private final ServerProcess server;
  private final Random random = Seed.random("killed listeners");

  ConfirmedListenKillTest(@TempDir Path folder) {
    this.folder = folder;
    server = ServerProcess.start(folder.resolve("data"), ServerProcess.NO_LIMITS);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** Why a message concerns an agent. */
  private enum Kind {
    DIRECT,
    MENTION,
    CHANNEL
  }

  /** An identity that the server knows, and the messages that were sent to it. */
  private final class Receiver {
    private final String name;
    private final Cli cli;
    private final String id;
    private final WireAgent sender = WireAgent.keyed(server.uri(), "sender", Identity.generate());
    private final Map<String, String> sent = new LinkedHashMap<>();
    private final Map<String, Kind> kinds = new HashMap<>();
    private final String channel;

    Receiver(String name) throws IOException {
      this.name = name;
      channel = "#" + name;
      Files.createDirectories(folder.resolve(name));
      cli = new Cli(folder.resolve(name)).with("REVEILLE_URL", server.uri().toString());
      var made = cli.run("identity", "new", "ada", "--name", name);
      id = made.out().substring(0, made.out().indexOf(' '));
      assertThat(cli.run("channel", "create", channel, "-i", "ada").exit()).isZero();
      sender.send(new JsonText().field("type", "JOIN").field("channel", channel));
      sender.await(m -> m.path("type").asString("").equals("JOINED"));
    }

    Cli settling(int millis) {
      return cli.with("AGENTCHAT_SETTLE_MS", Integer.toString(millis))
          .with("AGENTCHAT_JITTER_PERCENT", "0");
    }

    /**
     * Sends a direct message, mentions the agent, or says something in a channel. Returns the id of
     * the message if it is direct.
     */
    String send() {
      int number = sent.size();
      var kind = List.of(Kind.DIRECT, Kind.DIRECT, Kind.MENTION, Kind.CHANNEL).get(number % 4);
      var text = kind == Kind.MENTION ? "m" + number + " for " + id : "m" + number;
      var to = kind == Kind.DIRECT ? id : kind == Kind.MENTION ? "#general" : channel;
      var message = WireAgent.msg(to, text, "k" + number);
      if (kind == Kind.DIRECT) message.field("receipt", true);
      sender.send(message);
      var echo = sender.await(m -> m.path("client_msg_id").asString("").equals("k" + number));
      assertThat(echo.path("type").asString()).isEqualTo("MSG");
      var msgId = echo.path("msg_id").asString();
      sent.put(msgId, text);
      kinds.put(msgId, kind);
      return kind == Kind.DIRECT ? msgId : "";
    }

    boolean isDirect(String msgId) {
      return kinds.get(msgId) == Kind.DIRECT;
    }

    /** Starts a listener, each second time for the inbox alone. */
    Cli.Running listen(int settle, int round) throws IOException {
      return round % 2 == 0
          ? settling(settle).start("listen", "-i", "ada", "--once", "--json", "--inbox")
          : settling(settle).start("listen", "-i", "ada", "--once", "--json");
    }

    /** Everything that is pending, confirmed. Other tests talk in channels too. */
    List<String> take() {
      var run =
          settling(0).run("listen", channel, "-i", "ada", "--once", "--json", "--limit", "200");
      assertThat(run.exit()).as(run.err()).isZero();
      return ids(run.out());
    }

    String level(String msgId) {
      sender.send(new JsonText().field("type", "RECEIPT").field("msg_id", msgId));
      var answer = sender.await(m -> m.path("msg_id").asString("").equals(msgId));
      return answer.path("level").asString("");
    }

    /** Returns when the server has sent the message to the agent. */
    void awaitOffered(String msgId) throws InterruptedException {
      long end = System.nanoTime() + WireAgent.PATIENCE.toNanos();
      while (level(msgId).equals("stored")) {
        assertThat(System.nanoTime()).as("it is offered").isLessThan(end);
        Thread.sleep(20);
      }
    }
  }

  private static List<String> ids(String out) {
    var ids = new ArrayList<String>();
    // A killed program may have written half a line.
    out.lines().forEach(l -> Json.read(l).ifPresent(m -> ids.add(m.path("msg_id").asString(""))));
    return ids;
  }

  private static void pause(int millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  @Test
  void a_listener_that_is_killed_inside_its_settle_window_loses_nothing() throws Exception {
    var ada = new Receiver("window");
    var shown = new ArrayList<String>();
    for (int round = 0; round < ROUNDS; round++) {
      try (var listener = ada.listen(600_000, round)) {
        var direct = ada.send();
        while (direct.isEmpty()) direct = ada.send();
        ada.awaitOffered(direct);
        pause(random.nextInt(200));
        listener.kill();
        assertThat(listener.out()).as("nothing is printed before the window ends").isEmpty();
      }
      if (round % 7 == 6) shown.addAll(ada.take());
    }
    shown.addAll(ada.take());
    assertThat(shown).containsExactlyInAnyOrderElementsOf(ada.sent.keySet());
    // A mention is told to the inbox by its channel, so a later direct message may be before it.
    for (var kind : Kind.values()) {
      assertThat(shown.stream().filter(m -> ada.kinds.get(m) == kind))
          .containsExactlyElementsOf(
              ada.sent.keySet().stream().filter(m -> ada.kinds.get(m) == kind).toList());
    }
    var nothing = ada.settling(0).run("listen", ada.channel, "-i", "ada", "--once", "--wait", "1s");
    assertThat(nothing.exit()).as("what was confirmed does not come again").isEqualTo(5);
  }

  @Test
  void whatever_moment_a_listener_is_killed_what_is_confirmed_was_written() throws Exception {
    var ada = new Receiver("moment");
    Set<String> written = new HashSet<>();
    long longest = 0;
    for (int round = 0; round < ROUNDS; round++) {
      ada.send();
      ada.send();
      long from = System.nanoTime();
      try (var listener = ada.listen(0, round)) {
        if (round == 0) {
          listener.await(); // to know how long one takes
          longest = (System.nanoTime() - from) / 1_000_000;
        } else {
          pause(random.nextInt((int) longest + 200));
        }
        listener.kill();
        written.addAll(ids(listener.out()));
      }
      for (var id : ada.sent.keySet()) {
        if (ada.isDirect(id) && ada.level(id).equals("retrieved")) assertThat(written).contains(id);
      }
    }
    ada.send();
    written.addAll(ada.take());
    assertThat(written).containsAll(ada.sent.keySet());
  }

  @Test
  void a_program_that_fails_or_dies_gets_its_batch_again_and_then_it_is_a_dead_letter()
      throws Exception {
    var ada = new Receiver("exec");
    ada.send();
    var log = folder.resolve("exec.log");
    var note = "cat >> " + log + "; echo try $REVEILLE_TRY >> " + log + "; ";
    String[] killed = {"listen", "-i", "ada", "--once", "--exec", note + "sleep 3"};
    try (var listener = ada.settling(0).start(killed)) {
      while (!Files.exists(log) || !Files.readString(log).contains("try 1")) pause(10);
      listener.kill(); // with its program at work
    }
    assertThat(
            ada.settling(0).run("listen", "-i", "ada", "--once", "--exec", note + "exit 0").exit())
        .isZero();
    assertThat(Files.readString(log)).containsSubsequence("\"m0\"", "try 1", "\"m0\"", "try 2");
    ada.send();
    var failed =
        ada.settling(0).run("listen", "-i", "ada", "--once", "--exec", "exit 9", "--tries", "2");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.err())
        .contains("try 1 of 2")
        .contains("exit code 9")
        .contains("dead letter 1");
    assertThat(ada.cli.run("mail", "dead", "show", "1", "-i", "ada").out()).contains("m1");
    var unread = Json.read(ada.cli.run("unread", "-i", "ada", "--json").out()).orElseThrow();
    assertThat(unread.path("inbox").path("dm").path("normal").asInt()).isZero();
    var retried = ada.cli.run("mail", "dead", "retry", "1", "-i", "ada", "--exec", "cat >> " + log);
    assertThat(retried.exit()).isZero();
    assertThat(Files.readString(log)).contains("\"m1\"");
    assertThat(ada.cli.run("mail", "dead", "list", "-i", "ada").out()).isEmpty();
  }

  @Test
  void a_listener_hears_the_channels_that_its_identity_joins_and_survives_those_that_it_leaves()
      throws Exception {
    var ada = new Receiver("moving");
    var log = folder.resolve("moving.log");
    try (var listener = ada.settling(0).start("listen", "-i", "ada", "--exec", "cat >> " + log)) {
      listener.awaitText("Listening to everything for " + ada.id);
      assertThat(ada.cli.run("channel", "create", "#joined", "-i", "ada").exit()).isZero();
      assertThat(ada.cli.run("send", "#joined", "in the new one").exit()).isZero();
      while (!Files.exists(log) || !Files.readString(log).contains("in the new one")) {
        assertThat(listener.process().isAlive()).as(listener.err()).isTrue();
        pause(20);
      }
      assertThat(ada.cli.run("channel", "leave", "#joined", "-i", "ada").exit()).isZero();
      ada.send();
      while (!Files.readString(log).contains("\"m0\"")) {
        assertThat(listener.process().isAlive()).as(listener.err()).isTrue();
        pause(20);
      }
    }
  }

  @Test
  void a_listener_that_is_stopped_stops_its_program_with_all_that_it_started() throws Exception {
    var ada = new Receiver("stopped");
    ada.send();
    var pid = folder.resolve("child.pid");
    var program = "cat > /dev/null; sleep 600 & echo $! > " + pid + "; wait";
    try (var listener = ada.settling(0).start("listen", "-i", "ada", "--exec", program)) {
      while (!Files.exists(pid) || Files.readString(pid).isBlank()) pause(10);
      var child = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
      listener.process().destroy();
      assertThat(listener.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      child.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
    assertThat(ada.take()).as("it comes again").containsAll(ada.sent.keySet());
  }

  @Test
  void commands_of_one_identity_do_not_disturb_its_listener_or_each_other() throws Exception {
    var ada = new Receiver("together");
    try (var listener = ada.cli.start("listen", "-i", "ada")) {
      listener.awaitText("Listening to everything for " + ada.id);
      try (var one = ada.cli.start("send", "-i", "ada", "general", "from one");
          var two = ada.cli.start("send", "-i", "ada", "general", "from two");
          var three = ada.cli.start("unread", "-i", "ada")) {
        assertThat(one.await().exit()).isZero();
        assertThat(two.await().exit()).isZero();
        assertThat(three.await().exit()).isZero();
        assertThat(one.out()).matches("#general seq \\d+\n");
      }
      var direct = ada.send();
      listener.awaitText("from one");
      listener.awaitText("from two");
      listener.awaitText("sender: m0");
      assertThat(listener.process().isAlive()).isTrue();
      while (!ada.level(direct).equals("retrieved")) pause(20);
      assertThat(listener.err()).doesNotContain("Displaced");
    }
    assertThat(ada.cli.run("history", "general").out())
        .as("a command that is a side session neither comes nor goes")
        .containsOnlyOnce(ada.name + " came online");
  }

  @Test
  void two_commands_at_once_that_are_killed_in_the_middle_leave_whole_messages_or_none()
      throws Exception {
    var ada = new Receiver("middle");
    var done = new ArrayList<String>();
    for (int round = 0; round < ROUNDS / 2; round++) {
      var a = "a" + round + "-" + "x".repeat(100);
      var b = "b" + round + "-" + "y".repeat(100);
      try (var one = ada.cli.start("send", "-i", "ada", "agents", a);
          var two = ada.cli.start("send", "-i", "ada", "agents", b)) {
        pause(random.nextInt(600));
        one.kill();
        if (one.out().contains("seq")) done.add(a);
        assertThat(two.await().exit()).isZero();
        done.add(b);
      }
    }
    var history = ada.cli.run("history", "agents", "--json", "--after", "0", "--limit", "1000");
    var stored =
        history
            .out()
            .lines()
            .map(l -> Json.read(l).orElseThrow())
            .filter(m -> m.path("from").asString("").equals(ada.id))
            .map((JsonNode m) -> m.path("content").asString(""))
            .toList();
    assertThat(stored).doesNotHaveDuplicates().containsAll(done);
    assertThat(stored).allMatch(text -> text.matches("[ab]\\d+-(x{100}|y{100})"));
  }
}
