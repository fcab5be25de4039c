package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pending entries are handed over first and confirmed afterwards. */
@Timeout(60)
class ConfirmedListenTest extends CommandFixture {
  private String ada = "";

  ConfirmedListenTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @BeforeEach
  void has_an_identity() {
    var run = quick();
    assertThat(run.exit("identity", "new", "ada")).isZero();
    ada = run.out().substring(0, run.out().indexOf(' '));
  }

  private Run quick() {
    return reveille().env("AGENTCHAT_SETTLE_MS", "0").env("AGENTCHAT_JITTER_PERCENT", "0");
  }

  @Test
  void what_came_before_the_call_is_printed_and_then_confirmed() throws IOException {
    server.mailFor(ada, "one");
    server.mailFor(ada, "two");
    var run = quick();
    assertThat(run.exit("listen", "-i", "ada", "--once")).isZero();
    assertThat(run.out()).containsSubsequence("ada: one", "ada: two");
    assertThat(server.inbox().open(ada)).isEmpty();
    var again = quick();
    assertThat(again.exit("listen", "-i", "ada", "--once", "--wait", "200ms")).isEqualTo(5);
    assertThat(again.err()).contains("No message came");
  }

  @Test
  void json_lines_say_why_and_the_rest_comes_next_time() throws IOException {
    for (int i = 1; i <= 3; i++) server.mailFor(ada, "m" + i);
    var run = quick();
    assertThat(run.exit("listen", "-i", "ada", "--once", "--json", "--limit", "2")).isZero();
    assertThat(run.out().lines().map(l -> Json.read(l).orElseThrow()))
        .hasSize(2)
        .allMatch(m -> m.path("because").asString("").equals("dm"));
    assertThat(server.inbox().open(ada)).extracting(m -> m.content()).containsExactly("m3");
  }

  @Test
  void a_server_that_does_not_answer_in_time_does_not_end_the_listener() throws IOException {
    server.mailFor(ada, "one");
    server.inbox().answerLate();
    var run = quick();
    String[] line = {"listen", "-i", "ada", "--once", "--timeout", "300ms", "--wait", "30s"};
    assertThat(run.exit(line)).as(run.err()).isZero();
    assertThat(run.out()).contains("ada: one");
    assertThat(server.inbox().open(ada)).isEmpty();
  }

  /** As a pipe whose reader is gone. */
  private static final class ClosedPipe extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("Broken pipe");
    }
  }

  @Test
  void what_could_not_be_written_is_not_confirmed() throws IOException {
    server.mailFor(ada, "one");
    Map<String, String> env = new HashMap<>();
    env.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    env.put("REVEILLE_URL", server.url());
    env.put("AGENTCHAT_SETTLE_MS", "0");
    var terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ClosedPipe(), false, UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            env,
            false);
    String[] line = {"listen", "-i", "ada", "--once", "--wait", "5s"};
    assertThat(Main.run(line, terminal, EmbeddedServer::new)).isEqualTo(1);
    assertThat(server.inbox().open(ada)).hasSize(1);
  }

  @Test
  void a_program_gets_the_batch_and_its_success_confirms_it() throws IOException {
    server.mailFor(ada, "one");
    server.mailFor(ada, "it's \"two\"");
    var file = home.resolve("batch");
    var run = quick();
    var command = "cat > '" + file + "'; printf %s \"$REVEILLE_TRY\" > '" + file + ".try'";
    assertThat(run.exit("listen", "-i", "ada", "--once", "--exec", command)).isZero();
    assertThat(Files.readAllLines(file).stream().map(l -> Json.read(l).orElseThrow()))
        .extracting(m -> m.path("content").asString(""))
        .containsExactly("one", "it's \"two\"");
    assertThat(home.resolve("batch.try")).hasContent("1");
    assertThat(server.inbox().open(ada)).isEmpty();
    assertThat(run.out()).isEmpty();
  }

  @Test
  void a_batch_that_fails_too_often_is_a_dead_letter_that_can_be_retried_or_dropped()
      throws IOException {
    server.mailFor(ada, "poison");
    var run = quick();
    assertThat(run.exit("listen", "-i", "ada", "--once", "--exec", "exit 3", "--tries", "1"))
        .isEqualTo(1);
    assertThat(run.err())
        .contains("exit code 3")
        .contains("reveille mail dead show 1 --identity ada");
    assertThat(server.inbox().open(ada)).as("confirmed, because it is on the disk").isEmpty();
    var file = home.resolve("config/reveille/mail/" + ada.substring(1) + ".json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    var list = quick();
    assertThat(list.exit("mail", "dead", "list", "-i", "ada")).isZero();
    assertThat(list.out()).contains("exit code 3").contains("ada");
    var show = quick();
    assertThat(show.exit("mail", "dead", "show", "1", "-i", "ada")).isZero();
    assertThat(show.out()).contains("ada: poison");
    assertThat(quick().exit("mail", "dead", "retry", "1", "-i", "ada")).as("fails again").isOne();
    var cured = home.resolve("cured");
    assertThat(
            quick().exit("mail", "dead", "retry", "--all", "-i", "ada", "--exec", "cat > " + cured))
        .isZero();
    assertThat(Files.readString(cured)).contains("poison");
    assertThat(quick().exit("mail", "dead", "retry", "1", "-i", "ada")).as("it is gone").isOne();
    server.mailFor(ada, "more poison");
    quick().exit("listen", "-i", "ada", "--once", "--exec", "false", "--tries", "1");
    var drop = quick();
    assertThat(drop.exit("mail", "dead", "drop", "2", "-i", "ada")).isZero();
    assertThat(drop.out()).isEqualTo("dropped 1\n");
    var empty = quick();
    assertThat(empty.exit("mail", "dead", "list", "-i", "ada", "--json")).isZero();
    assertThat(empty.out()).isEmpty();
  }

  @Test
  void a_dead_letter_that_cannot_be_stored_leaves_the_batch_on_the_server() throws IOException {
    server.mailFor(ada, "poison");
    Files.createDirectories(home.resolve("config/reveille"));
    Files.writeString(home.resolve("config/reveille/mail"), "a file where a folder should be");
    var run = quick();
    assertThat(run.exit("listen", "-i", "ada", "--once", "--exec", "false", "--tries", "1"))
        .isEqualTo(1);
    assertThat(run.err()).contains("Cannot write the dead letters");
    assertThat(server.inbox().open(ada)).hasSize(1);
  }

  @Test
  void while_the_server_cannot_store_a_confirmation_the_program_does_not_run_again()
      throws Exception {
    var runs = home.resolve("runs");
    server.mailFor(ada, "one");
    server.inbox().refuse(1);
    var run = quick();
    var line = new String[] {"listen", "-i", "ada", "--exec", "cat >> " + runs};
    var listener = Thread.ofVirtual().start(() -> run.exit(line));
    while (!server.inbox().open(ada).isEmpty()) Thread.sleep(5);
    assertThat(listener.isAlive()).as(run.err()).isTrue();
    assertThat(Files.readAllLines(runs)).hasSize(1);
    listener.interrupt();
    listener.join();
  }

  @Test
  void a_supervisor_that_starts_it_again_does_not_run_the_program_without_end() throws Exception {
    var runs = home.resolve("runs");
    server.mailFor(ada, "one");
    server.inbox().refuse(100);
    String[] line = {"listen", "-i", "ada", "--once", "--exec", "cat >> " + runs, "--tries", "2"};
    for (int i = 0; i < 4; i++) {
      var run = quick();
      assertThat(run.exit(line)).as(run.err()).isNotZero();
    }
    assertThat(Files.readAllLines(runs)).hasSize(2);
    server.inbox().refuse(0);
    assertThat(quick().exit(line)).isOne();
    assertThat(server.inbox().open(ada)).isEmpty();
  }

  @Test
  void following_shows_mail_once_and_confirms_it() throws Exception {
    server.mailFor(ada, "before");
    var run = quick();
    var thread = Thread.ofVirtual().start(() -> run.exit("listen", "-i", "ada"));
    while (!run.out().contains("before") || !server.inbox().open(ada).isEmpty()) Thread.sleep(5);
    server.mailFor(ada, "live");
    while (!run.out().contains("live") || !server.inbox().open(ada).isEmpty()) Thread.sleep(5);
    server.say("@bob", "#general", "to all");
    while (!run.out().contains("to all")) Thread.sleep(5);
    thread.interrupt();
    thread.join();
    assertThat(run.out().lines()).hasSize(3);
  }

  @Test
  void waiting_tells_what_came_by_its_exit_code_and_confirms_only_if_asked() throws IOException {
    var nothing = quick();
    assertThat(nothing.exit("wait", "-i", "ada", "--for", "100ms")).isEqualTo(5);
    assertThat(nothing.err()).contains("Nothing came in 100ms").contains("--for");
    server.mailFor(ada, "ready?");
    var run = quick();
    assertThat(run.exit("wait", "-i", "ada")).isZero();
    assertThat(run.out()).startsWith("dm ").contains("ada: ready?");
    var which = quick();
    assertThat(which.exit("wait", "-i", "ada", "--which", "--json")).isEqualTo(10);
    assertThat(Json.read(which.out()).orElseThrow().path("because").asString("")).isEqualTo("dm");
    assertThat(server.inbox().open(ada)).hasSize(1);
    assertThat(quick().exit("wait", "-i", "ada", "--confirm")).isZero();
    assertThat(server.inbox().open(ada)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "listen -i ada --tries 3 | --tries needs --exec",
        "listen -i ada --exec-timeout 3s | --exec-timeout needs --exec",
        "listen -i ada --exec x --tries 0 | 1 to 1000",
        "listen -i ada --limit 5 | need --once or --exec",
        "listen -i ada --once --limit 201 | 1 to 200",
        "listen -i ada --keyword x | need --once or --exec",
        "listen #x --exec y | A guest has no inbox",
        "listen #x --once --inbox | --inbox leaves out channels",
        "listen -i ada #x --once --since 3 | --since is for guests",
        "wait --keyword x -i ada | need a channel",
        "wait --ephemeral | A guest has no inbox",
        "unread --ephemeral | A guest has no inbox",
        "mail dead list --ephemeral | A guest has no mail",
        "mail dead retry -i ada | either an ID or --all",
        "mail dead drop 1 --all -i ada | either an ID or --all"
      })
  void wrong_options_are_explained(String command, String reason) {
    var run = quick();
    assertThat(run.exit(command.strip().split(" ", -1))).isEqualTo(2);
    assertThat(run.err()).contains(reason.strip());
  }
}
