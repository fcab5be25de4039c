package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class CommandsTest extends CommandFixture {
  CommandsTest(@TempDir Path home) throws IOException {
    super(home);
  }

  @Test
  void send_waits_for_the_echo_and_prints_its_seq() {
    var run = reveille();
    assertThat(run.exit("send", "#general", "hello", "world")).isZero();
    assertThat(run.out()).isEqualTo("#general seq 1\n");
    assertThat(run.err()).isEmpty();
    assertThat(server.stored().getFirst().content()).isEqualTo("hello world");
  }

  @Test
  void the_first_send_makes_an_identity_that_only_its_owner_can_read() throws IOException {
    assertThat(reveille().exit("send", "#general", "one")).isZero();
    assertThat(reveille().exit("send", "#general", "two")).isZero();
    var file = home.resolve("config/reveille/identities/cli.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    var id = Json.read(Files.readString(file)).orElseThrow().path("agent_id").asString("");
    assertThat(server.stored()).extracting(m -> m.from()).containsOnly("@" + id);
  }

  @Test
  void a_channel_may_be_typed_without_its_sign_everywhere() {
    assertThat(reveille().exit("send", "general", "hello")).isZero();
    assertThat(server.stored().getFirst().to()).isEqualTo("#general");
    var history = reveille();
    assertThat(history.exit("history", "general")).isZero();
    assertThat(history.out()).contains("#general 1 ").contains("hello");
  }

  @Test
  void send_reads_standard_input_and_drops_only_its_last_line_break() {
    assertThat(reveille().in("línea\n\n").exit("send", "@ada", "-")).isZero();
    assertThat(server.stored().getFirst().content()).isEqualTo("línea\n");
  }

  /** The tests run in the module's folder, which has a folder of this name. */
  @Test
  void an_agent_whose_name_is_also_a_files_is_still_an_agent() {
    assertThat(Path.of("src")).exists();
    assertThat(reveille().exit("send", "@src", "hi")).isZero();
    assertThat(server.stored().getFirst().to()).isEqualTo("@src");
  }

  @Test
  void send_enters_a_channel_that_it_is_not_in() {
    var run = reveille();
    assertThat(run.exit("send", "--json", "#build", "green")).isZero();
    var json = Json.read(run.out()).orElseThrow();
    assertThat(json.path("to").asString("")).isEqualTo("#build");
    assertThat(json.path("seq").asLong(0)).isOne();
    assertThat(json.path("client_msg_id").asString("")).isNotEmpty();
  }

  @Test
  void a_refusal_is_one_sentence_with_advice_and_exit_code_4() {
    var run = reveille();
    assertThat(run.exit("send", "#nowhere", "hi")).isEqualTo(4);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("CHANNEL_NOT_FOUND").contains("reveille channels");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void a_forgotten_quote_is_explained() {
    var run = reveille();
    assertThat(run.exit("send")).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("'#general'").contains("comment");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send a*b hi | is neither a channel",
        "channel create a*b | is not a channel",
        "channel create #x --ephemeral | use an identity",
        "channel invite #x ada | @ada",
        "frob | There is no command",
        "history #x --limit 0 | 1 to 1000",
        "history #x --after 1 --before 2 | mutually exclusive",
        "channels --timeout soon | time span",
        "channels --url foo://x | not a server address",
        "channels --url 127.0.0.1:65536 | not a server address",
        "channels --url= | not a server address",
        "channels --ephemeral --identity x | exclude each other",
        "listen --since 4 | --since needs a channel",
        "listen a*b | is not a channel",
        "up --port 70000 | 0 to 65535",
        "identity new a/../b | cannot be the name",
        "identity | Missing required subcommand",
        "skills register | either a FILE or",
        "skills register x --rate 5 | go with --capability",
        "skills search --limit 101 | 1 to 100",
        "verify ada | @ada",
        "file send ada x | @ada",
        "listen #x --wait 5s | needs --once",
        "listen #x --once --wait 0 | --wait is 0"
      })
  void a_wrong_command_line_is_exit_code_2_with_a_reason(String command, String reason) {
    var run = reveille();
    assertThat(run.exit(command.strip().split(" ", -1))).isEqualTo(2);
    assertThat(run.err()).contains(reason.strip()).doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void history_shows_messages_to_people_and_to_programs() throws IOException {
    server.say("@ada", "#general", "one\ntwo");
    var human = reveille();
    assertThat(human.exit("history", "#general")).isZero();
    assertThat(human.out()).contains("#general 1 ada: one\n    two\n");
    var json = reveille();
    assertThat(json.exit("history", "#general", "--json", "--after", "0")).isZero();
    assertThat(Json.read(json.out().strip()).orElseThrow().path("content").asString(""))
        .isEqualTo("one\ntwo");
  }

  @Test
  void no_escape_sequence_of_another_agent_reaches_the_terminal() throws IOException {
    server.say("@ada", "#general", "\u001b]0;owned\u0007 \u202etxt");
    var run = reveille();
    assertThat(run.exit("history", "#general")).isZero();
    assertThat(run.out())
        .doesNotContain("\u001b")
        .doesNotContain("\u0007")
        .doesNotContain("\u202e");
    var agents = reveille();
    assertThat(agents.exit("agents")).isZero();
    assertThat(agents.out()).contains("ada\\u001b[31m").doesNotContain("\u001b");
  }

  @Test
  void lists_are_tables_or_json_lines() {
    var table = reveille();
    assertThat(table.exit("channels")).isZero();
    assertThat(table.out()).contains("CHANNEL").contains("#general  2");
    var json = reveille();
    assertThat(json.exit("channels", "--json")).isZero();
    assertThat(json.out())
        .isEqualTo("{\"name\":\"#general\",\"agents\":2,\"verified_only\":false}\n");
    var agents = reveille();
    assertThat(agents.exit("agents", "#general", "--json")).isZero();
    assertThat(agents.out()).contains("\"status_text\":\"at work\"");
  }

  @Test
  void colours_only_when_wanted() {
    var plain = reveille();
    plain.exit("channels");
    assertThat(plain.out()).doesNotContain("\u001b");
    var coloured = reveille().colour();
    coloured.exit("channels");
    assertThat(coloured.out()).contains("\u001b[1m");
    assertThat(Terminal.wantsColour(java.util.Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(Terminal.wantsColour(java.util.Map.of("TERM", "dumb"))).isFalse();
    assertThat(Terminal.wantsColour(java.util.Map.of())).isTrue();
  }

  @Test
  void listen_once_prints_a_batch_from_the_asked_seq() throws IOException {
    server.say("@ada", "#build", "one");
    server.say("@ada", "#build", "two");
    var run = reveille().env("AGENTCHAT_SETTLE_MS", "100");
    assertThat(run.exit("listen", "#build", "--since", "1", "--once")).isZero();
    assertThat(run.out()).contains("ada: two").doesNotContain("one");
  }

  @Test
  void listen_follows_a_channel_while_the_default_identity_sends_to_it() throws Exception {
    var listener = reveille();
    var thread = Thread.ofVirtual().start(() -> listener.exit("listen", "#general", "--follow"));
    while (!listener.err().contains("Listening to #general")) Thread.onSpinWait();
    assertThat(reveille().exit("send", "#general", "first")).isZero();
    assertThat(reveille().exit("send", "#general", "second")).isZero();
    while (!listener.out().contains("second")) Thread.onSpinWait();
    thread.interrupt();
    thread.join();
    assertThat(listener.out().lines()).hasSize(2);
    assertThat(listener.out()).contains("#general 1 ").contains(": first").contains("#general 2 ");
  }

  @Test
  void listen_once_that_hears_nothing_is_exit_code_5() {
    var run = reveille().env("AGENTCHAT_JITTER_PERCENT", "0");
    assertThat(run.exit("listen", "#general", "--once", "--wait", "200ms")).isEqualTo(5);
    assertThat(run.err())
        .contains("No message came in about 200ms")
        .contains("--wait")
        .doesNotContain("--timeout");
  }

  @Test
  void a_bad_variable_is_named() {
    var run = reveille().env("AGENTCHAT_SETTLE_MS", "soon");
    assertThat(run.exit("listen", "#general")).isEqualTo(2);
    assertThat(run.err()).contains("AGENTCHAT_SETTLE_MS is 'soon'");
  }

  @Test
  void identities_are_made_once_and_shown_without_their_private_key() {
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
    var again = reveille();
    assertThat(again.exit("identity", "new", "ada")).isEqualTo(1);
    assertThat(again.err()).contains("exists already");
    var show = reveille();
    assertThat(show.exit("identity", "show", "ada")).isZero();
    assertThat(show.out()).contains("BEGIN PUBLIC KEY").doesNotContain("PRIVATE");
    var json = reveille();
    assertThat(json.exit("identity", "show", "ada", "--json")).isZero();
    assertThat(json.out()).contains("\"agent_id\":\"").doesNotContain("PRIVATE");
    var send = reveille();
    assertThat(send.exit("send", "-i", "ada", "--name", "countess", "#general", "hi")).isZero();
    var missing = reveille();
    assertThat(missing.exit("send", "-i", "nobody", "#general", "hi")).isEqualTo(1);
    assertThat(missing.err()).contains("reveille identity new nobody");
  }

  @Test
  void a_damaged_identity_file_is_named_and_not_overwritten() throws IOException {
    reveille().exit("identity", "new", "ada");
    var file = home.resolve("config/reveille/identities/ada.json");
    Files.writeString(file, "{\"name\":");
    var run = reveille();
    assertThat(run.exit("send", "-i", "ada", "#general", "hi")).isEqualTo(1);
    assertThat(run.err()).contains(file.toString());
    assertThat(Files.readString(file)).isEqualTo("{\"name\":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "up",
        "send",
        "listen",
        "channels",
        "agents",
        "history",
        "identity",
        "identity new",
        "identity show",
        "identity list",
        "channel",
        "channel create",
        "channel join",
        "channel invite",
        "channel leave",
        "mail",
        "mail dead",
        "mail dead list",
        "mail dead show",
        "mail dead retry",
        "mail dead drop",
        "identity rotate",
        "identity revoke",
        "doctor"
      })
  void every_command_has_help_with_an_example_and_the_exit_codes(String command) {
    var run = reveille();
    assertThat(run.exit((command + " --help").strip().split(" ", -1))).isZero();
    assertThat(run.out()).contains("Usage: reveille").contains("Example").contains("Exit codes:");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void version_says_which_build_this_is() {
    var run = reveille();
    assertThat(run.exit("--version")).isZero();
    assertThat(run.out()).matches("(?s)reveille \\d+\\.\\d+\\.\\d+.*Java 2.*");
  }
}
