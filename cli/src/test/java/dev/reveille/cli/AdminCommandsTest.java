package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of administrators against the real server. */
@Timeout(60)
class AdminCommandsTest {
  private final Path home;
  private final Path data;
  private final Identity identity = Identity.generate();
  private ServerLauncher.Running server;

  AdminCommandsTest(@TempDir Path home) {
    this.home = home;
    this.data = home.resolve("data");
    this.server = start(Map.of("ALLOWLIST_ENABLED", "true"));
  }

  private ServerLauncher.Running start(Map<String, String> more) {
    var env = new HashMap<>(more);
    env.put("PORT", "0");
    env.put("DATA_DIR", data.toString());
    env.put("LOG_LEVEL", "warn");
    return new EmbeddedServer().start(Optional.empty(), Map.of(), env);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Run reveille() {
    return new Run(home, server.webSocketUri().toString()).env("DATA_DIR", data.toString());
  }

  private ReveilleClient agent() {
    return ReveilleClient.builder()
        .uri(server.webSocketUri())
        .name("bob")
        .identity(identity)
        .maxReconnects(1)
        .connect();
  }

  @Test
  void the_key_is_found_in_the_data_folder_and_a_kick_is_one_sentence() {
    try (var bob = agent()) {
      var run = reveille();
      assertThat(run.exit("admin", "kick", bob.agentId(), "--reason", "too loud")).isZero();
      assertThat(run.out()).isEqualTo(bob.agentId() + " has been kicked.\n");
      assertThat(run.err()).isEmpty();
    }
  }

  @Test
  void a_ban_keeps_an_agent_out_until_it_is_lifted() {
    var run = reveille();
    assertThat(run.exit("admin", "ban", identity.agentId(), "--reason", "spam", "--json")).isZero();
    assertThat(run.out())
        .isEqualTo(
            "{\"action\":\"ban\",\"success\":true,\"agentId\":\"@" + identity.agentId() + "\"}\n");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> agent().close())
        .hasMessageContaining("spam");
    assertThat(reveille().exit("admin", "unban", "@" + identity.agentId())).isZero();
    agent().close();
    var again = reveille();
    assertThat(again.exit("admin", "unban", "@" + identity.agentId())).isEqualTo(4);
    assertThat(again.err()).contains("not banned");
  }

  @Test
  void a_key_is_approved_from_a_file_shown_and_revoked() throws IOException {
    var pem = home.resolve("bob.pem");
    Files.writeString(pem, identity.publicKey().pem());
    var id = "@" + identity.agentId();
    var approve = reveille();
    assertThat(approve.exit("admin", "approve", pem.toString(), "--note", "of bob")).isZero();
    assertThat(approve.out()).isEqualTo(id + " is approved.\n");
    try (var bob = agent()) {
      assertThat(bob.welcome().verified()).isTrue();
    }
    var list = reveille();
    assertThat(list.exit("admin", "list")).isZero();
    assertThat(list.out()).contains(id).contains("of bob");
    var json = reveille();
    assertThat(json.exit("admin", "list", "--json")).isZero();
    assertThat(Json.read(json.out()).orElseThrow().path("entries").size()).isEqualTo(1);
    assertThat(reveille().exit("admin", "revoke", pem.toString())).isZero();
    assertThat(reveille().exit("admin", "revoke", id)).isEqualTo(4);
  }

  @Test
  void a_key_is_approved_from_an_identity_of_this_machine() {
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
    assertThat(reveille().exit("admin", "approve", "--identity", "ada")).isZero();
  }

  @Test
  void an_agent_is_verified_and_everybody_is_told_the_message_of_the_day() {
    try (var bob = agent()) {
      assertThat(reveille().exit("admin", "verify", bob.agentId())).isZero();
      assertThat(reveille().exit("admin", "verify", bob.agentId(), "--withdraw")).isZero();
      assertThat(reveille().exit("admin", "motd", "tea", "at", "four")).isZero();
    }
    try (var bob = agent()) {
      assertThat(bob.welcome().motd()).isEqualTo("tea at four");
      assertThat(reveille().exit("admin", "motd", "--clear", "--kick")).isZero();
    }
  }

  @Test
  void connections_are_a_table_or_json() {
    try (var bob = agent()) {
      var table = reveille();
      assertThat(table.exit("admin", "connections")).isZero();
      assertThat(table.out()).contains(bob.agentId()).contains("127.0.0.1");
      var json = reveille();
      assertThat(json.exit("admin", "connections", "--json")).isZero();
      assertThat(Json.read(json.out()).orElseThrow().path("agent_id").asString(""))
          .isEqualTo(identity.agentId());
    }
  }

  @Test
  void the_key_may_come_from_a_file_or_the_environment_in_that_order() throws IOException {
    var key = Files.readString(data.resolve("admin.key")).strip();
    var file = home.resolve("key");
    Files.writeString(file, key);
    assertThat(
            reveille()
                .env("DATA_DIR", home.resolve("nowhere").toString())
                .env("AGENTCHAT_ADMIN_KEY", key)
                .exit("admin", "list"))
        .isZero();
    assertThat(
            reveille()
                .env("AGENTCHAT_ADMIN_KEY", "wrong")
                .exit("admin", "list", "--admin-key-file", file.toString()))
        .isZero();
  }

  @Test
  void a_wrong_key_is_refused_with_advice_and_never_shown() {
    for (var command : new String[] {"list", "connections"}) {
      var run = reveille().env("AGENTCHAT_ADMIN_KEY", "not-the-key-of-this-house");
      assertThat(run.exit("admin", command)).isEqualTo(4);
      assertThat(run.err().lines()).hasSize(1);
      assertThat(run.err()).contains("another admin key").doesNotContain("not-the-key");
    }
  }

  @Test
  void no_key_at_all_is_explained() {
    var run = reveille().env("DATA_DIR", home.resolve("nowhere").toString());
    assertThat(run.exit("admin", "list")).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("--data-dir").contains("--admin-key-file");
  }

  @Test
  void no_server_is_exit_code_3() throws IOException {
    try (var dead = new DeadPort()) {
      for (var command : new String[] {"list", "connections"}) {
        var run = reveille();
        assertThat(run.exit("admin", command, "--url", dead.url())).isEqualTo(3);
        assertThat(run.err()).contains("reveille up");
      }
    }
  }

  @Test
  void sending_the_key_in_the_clear_to_another_machine_is_warned_of() {
    var run = reveille();
    assertThat(run.exit("admin", "list", "--url", "ws://reveille.invalid:6667", "--timeout", "1s"))
        .isEqualTo(3);
    assertThat(run.err()).contains("without encryption");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "admin kick | AGENT",
        "admin kick a!b | not an agent's id",
        "admin motd | --clear",
        "admin motd hello --clear | --clear",
        "admin approve | FILE",
        "admin frob | There is no command",
        "audit tail -n -1 | 0 to 100000",
        "audit export --format xml | jsonl"
      })
  void a_wrong_command_line_is_exit_code_2(String command, String sentence) {
    var run = reveille();
    assertThat(run.exit(command.split(" ", -1))).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
  }

  @Test
  void the_audit_is_read_beside_the_running_server_and_after_it() {
    assertThat(reveille().exit("admin", "ban", "nuisance", "--reason", "a, \"b\"")).isZero();
    readAudit();
    server.close();
    readAudit();
  }

  private void readAudit() {
    var tail = reveille();
    assertThat(tail.exit("audit", "tail")).isZero();
    assertThat(tail.out()).contains("admin.ban").contains("@nuisance");
    var json = reveille();
    assertThat(json.exit("audit", "tail", "-n", "1", "--json")).isZero();
    assertThat(Json.read(json.out()).orElseThrow().path("detail").path("reason").asString(""))
        .isEqualTo("a, \"b\"");
    var lines = reveille();
    assertThat(lines.exit("audit", "export")).isZero();
    assertThat(lines.out().lines().map(l -> Json.read(l).orElseThrow().path("kind").asString("")))
        .contains("admin.ban");
    var csv = reveille();
    assertThat(csv.exit("audit", "export", "--format", "csv")).isZero();
    assertThat(csv.out())
        .startsWith("id,at,kind,agent,channel,detail\r\n")
        .contains("\"admin.ban\",\"@nuisance\",,\"{\"\"action\"\"");
  }

  @Test
  void following_the_audit_shows_what_happens_next() throws InterruptedException {
    var run = reveille();
    var following = Thread.ofVirtual().start(() -> run.exit("audit", "tail", "-n", "0", "-f"));
    // Which of the two comes first is not known, so there is one more until it is seen.
    while (!run.out().contains("admin.ban")) {
      assertThat(reveille().exit("admin", "ban", "nuisance")).isZero();
    }
    following.interrupt();
    following.join();
    assertThat(run.out()).contains("@nuisance");
  }

  @Test
  void a_folder_without_a_database_is_named() {
    var run = reveille();
    assertThat(run.exit("audit", "tail", "--data-dir", home.resolve("empty").toString()))
        .isEqualTo(1);
    assertThat(run.err()).contains("empty").contains("--data-dir");
  }

  @Test
  void an_agent_is_muted_and_a_channel_slowed_and_both_end_again() {
    try (var bob = agent()) {
      var run = reveille();
      assertThat(run.exit("admin", "mute", bob.agentId(), "2m", "--reason", "later")).isZero();
      assertThat(run.out()).isEqualTo(bob.agentId() + " is muted for 120 s.\n");
      run = reveille();
      assertThat(run.exit("admin", "mute", bob.agentId(), "0")).isZero();
      assertThat(run.out()).isEqualTo(bob.agentId() + " may speak again.\n");
      run = reveille();
      assertThat(run.exit("admin", "mute", bob.agentId(), "2m")).isEqualTo(2);
      assertThat(run.err()).contains("--reason");
      run = reveille();
      assertThat(run.exit("admin", "slow-mode", "#general", "500ms")).isZero();
      assertThat(run.out()).isEqualTo("One message per 1 s and agent in #general.\n");
      run = reveille();
      assertThat(run.exit("admin", "slow-mode", "#general", "0")).isZero();
      assertThat(run.out()).isEqualTo("#general is not in slow mode.\n");
      run = reveille();
      assertThat(run.exit("admin", "slow-mode", "general", "5")).isEqualTo(2);
      run = reveille();
      assertThat(run.exit("admin", "slow-mode", "#nowhere", "5")).isEqualTo(4);
    }
  }

  @Test
  void a_word_in_place_of_a_number_is_named_without_the_name_of_an_exception() {
    var run = reveille();
    assertThat(run.exit("skills", "register", "--capability", "x", "--rate", "abc")).isEqualTo(2);
    assertThat(run.err()).contains("'abc'").doesNotContain("java.");
  }
}
