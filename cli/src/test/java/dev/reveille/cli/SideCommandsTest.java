package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Priority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands connect as side sessions or bodies, and none of them takes mail away. */
@Timeout(30)
class SideCommandsTest extends CommandFixture {
  SideCommandsTest(@TempDir Path home) throws IOException {
    super(home);
  }

  private String id(String identity) {
    var run = reveille();
    assertThat(run.exit("identity", "show", identity, "--json")).isZero();
    return "@" + Json.read(run.out()).orElseThrow().path("agent_id").asString("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send #general hi",
        "callbacks list",
        "callbacks set --in 1h x",
        "channel create #x",
        "channel join #general",
        "channel leave #x",
        "channel list",
        "skills search -i ada",
        "history #general -i ada",
        "unread",
        "receipt m1",
        "retract m1",
        "task list",
        "wait"
      })
  void a_command_that_does_not_listen_is_a_side_session_and_leaves_mail_alone(String command)
      throws IOException {
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
    var cli = reveille();
    cli.exit("unread");
    server.mailFor(id("cli"), "for cli alone");
    server.mailFor(id("ada"), "for ada alone");
    var run = reveille();
    run.exit(command.split(" ", -1));
    assertThat(server.arrivals().getLast())
        .matches(ClientMessage.Identify::side)
        .matches(identify -> identify.pubkey() != null);
    assertThat(server.inbox().open(id("cli"))).hasSize(1);
    assertThat(server.inbox().open(id("ada"))).hasSize(1);
    if (!command.equals("wait")) assertThat(run.out() + run.err()).doesNotContain("alone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"history #general", "channels", "agents", "skills search"})
  void a_guest_that_reads_is_a_side_session_without_a_key(String command) {
    reveille().exit(command.split(" ", -1));
    assertThat(server.arrivals().getLast())
        .matches(ClientMessage.Identify::side)
        .matches(identify -> identify.pubkey() == null);
    assertThat(server.requests()).noneMatch(ClientMessage.Join.class::isInstance);
  }

  @ParameterizedTest
  @CsvSource({
    "listen #general --once --wait 100ms, false",
    "listen -i ada --once --wait 100ms, true",
    "verify @0123456789abcdef -i ada --timeout 100ms, true",
    "verify @0123456789abcdef --timeout 100ms, false",
    "file receive -i ada --wait 100ms, true",
    "send --ephemeral #general hi, false"
  })
  void a_command_that_must_be_there_is_a_body_and_an_identity_confirms(
      String command, boolean confirms) {
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
    reveille().exit(command.split(" ", -1));
    assertThat(server.arrivals().getFirst())
        .matches(identify -> !identify.side())
        .matches(identify -> identify.confirm() == confirms);
  }

  @Test
  void priority_and_receipt_go_with_the_message() {
    var run = reveille();
    assertThat(run.exit("send", "@ada", "--priority", "high", "--receipt", "red")).isZero();
    assertThat(run.out()).isEqualTo("@ada seq 1 msg_id m1\n");
    var sent =
        server.requests().stream()
            .filter(ClientMessage.Msg.class::isInstance)
            .map(ClientMessage.Msg.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(sent.priority()).isEqualTo(Priority.HIGH);
    assertThat(sent.receipt()).isTrue();
    var wrong = reveille();
    assertThat(wrong.exit("send", "@ada", "--priority", "urgent", "red")).isEqualTo(2);
    assertThat(wrong.err()).contains("low, normal or high").doesNotContain("java");
    var channel = reveille();
    assertThat(channel.exit("send", "#general", "--receipt", "red")).isEqualTo(2);
    assertThat(channel.err()).contains("reveille receipt");
  }

  @Test
  void receipts_and_counts_are_shown_to_people_and_programs() {
    var direct = reveille();
    assertThat(direct.exit("receipt", "m1")).isZero();
    assertThat(direct.out()).isEqualTo("@a1 offered 2023-11-14T22:13:20Z\n");
    var channel = reveille();
    assertThat(channel.exit("receipt", "#m1")).isZero();
    assertThat(channel.out()).isEqualTo("#general read by 2 agents\n");
    var json = reveille();
    assertThat(json.exit("receipt", "m1", "--json")).isZero();
    assertThat(Json.read(json.out()).orElseThrow().path("level").asString("")).isEqualTo("offered");
    var unread = reveille();
    assertThat(unread.exit("unread")).isZero();
    assertThat(unread.out())
        .contains("dm        0       0")
        .contains("mention   1       1")
        .contains("#general  3             7")
        .contains("#secret   1000+");
    assertThat(unread.err()).contains("2 messages are lost");
    var counts = reveille();
    assertThat(counts.exit("unread", "--json")).isZero();
    assertThat(Json.read(counts.out()).orElseThrow().path("lost").asInt(0)).isEqualTo(2);
  }

  @Test
  void channels_are_created_joined_left_and_listed() {
    assertThat(reveille().exit("channel", "create", "x", "--invite-only")).isZero();
    assertThat(server.requests()).contains(new ClientMessage.CreateChannel("#x", true, false));
    var left = reveille();
    assertThat(left.exit("channel", "leave", "#x")).isZero();
    assertThat(left.out()).isEqualTo("left #x\n");
    var nowhere = reveille();
    assertThat(nowhere.exit("channel", "join", "#nowhere")).isEqualTo(4);
    assertThat(nowhere.err()).contains("CHANNEL_NOT_FOUND");
    var list = reveille();
    assertThat(list.exit("channel", "list")).isZero();
    assertThat(list.out())
        .contains("#general  2       yes    3")
        .contains("#secret   -       yes    1000+");
    var json = reveille();
    assertThat(json.exit("channel", "list", "--json")).isZero();
    assertThat(json.out().lines()).hasSize(2).allMatch(line -> line.contains("\"member\":true"));
  }

  @Test
  void a_new_identity_of_this_machine_can_be_written_to_before_it_was_ever_there() {
    server.strict();
    assertThat(reveille().exit("identity", "new", "carl")).isZero();
    var run = reveille();
    assertThat(run.exit("send", "@carl", "hello")).as(run.err()).isZero();
    assertThat(run.out()).startsWith(id("carl") + " seq 1");
    assertThat(reveille().exit("send", "@nobody", "hello")).isNotZero();
  }

  @Test
  void an_invitation_goes_to_the_id_that_a_name_means() {
    var unknown = reveille();
    assertThat(unknown.exit("channel", "invite", "#x", "@carl")).isEqualTo(1);
    assertThat(unknown.err()).contains("The server knows no agent of the name @carl");
    assertThat(reveille().exit("identity", "new", "carl")).isZero();
    var run = reveille();
    assertThat(run.exit("channel", "invite", "#x", "@carl")).isZero();
    assertThat(run.err()).contains("the identity 'carl' of this machine: " + id("carl"));
    assertThat(server.requests()).contains(new ClientMessage.Invite("#x", id("carl")));
    assertThat(reveille().exit("channel", "invite", "#x", "@reviewer")).as("no id").isEqualTo(1);
    assertThat(reveille().exit("channel", "invite", "#x", "@ci")).isZero();
    assertThat(server.requests()).contains(new ClientMessage.Invite("#x", "@00000000000000c1"));
  }

  @Test
  void a_name_that_the_server_does_not_know_may_be_an_identity_of_this_machine() {
    var nobody = reveille();
    assertThat(nobody.exit("send", "@unknown", "hi")).isEqualTo(4);
    assertThat(nobody.err()).contains("AGENT_NOT_FOUND").contains("reveille agents");
    assertThat(reveille().exit("identity", "new", "unknown")).isZero();
    var run = reveille();
    assertThat(run.exit("send", "@unknown", "hi")).isZero();
    assertThat(run.err()).contains("the identity 'unknown' of this machine");
    assertThat(server.stored().getFirst().to()).isEqualTo(id("unknown"));
    // Several agents of the name: the server lists them, and no other is guessed.
    assertThat(reveille().exit("identity", "new", "twins")).isZero();
    var twins = reveille();
    assertThat(twins.exit("send", "@twins", "hi")).isEqualTo(4);
    assertThat(twins.err()).contains("2 agents are called twins").doesNotContain("this machine");
  }

  @Test
  void identities_are_listed_and_a_damaged_one_is_named() throws IOException {
    var none = reveille();
    assertThat(none.exit("identity", "list")).isZero();
    assertThat(none.err()).contains("reveille identity new");
    assertThat(reveille().exit("identity", "new", "bob", "--name", "robert")).isZero();
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
    var list = reveille();
    assertThat(list.exit("identity", "list")).isZero();
    assertThat(list.out().lines().map(line -> line.split(" ", -1)[0]))
        .containsExactly("IDENTITY", "ada", "bob");
    assertThat(list.out()).contains(id("ada")).contains("robert").doesNotContain("PRIVATE");
    var folder = home.resolve("config/reveille/identities");
    Files.writeString(folder.resolve("broken.json"), "{");
    var damaged = reveille();
    assertThat(damaged.exit("identity", "list", "--json")).isEqualTo(1);
    assertThat(damaged.out().lines()).hasSize(3);
    assertThat(damaged.out()).contains("\"identity\":\"broken\"").contains("\"readable\":false");
  }
}
