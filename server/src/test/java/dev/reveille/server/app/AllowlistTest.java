package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.KeyChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents that come in and agents that are verified, with an allowlist that is strict and one that
 * is not.
 */
class AllowlistTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  private final Identity ann = Identity.generate();
  private final Identity bob = Identity.generate();

  private Server start(boolean strict, String... more) {
    var environment = new String[more.length + 6];
    System.arraycopy(
        new String[] {
          "AGENTCHAT_ADMIN_KEY", KEY, "ALLOWLIST_ENABLED", "true", "ALLOWLIST_STRICT", "" + strict
        },
        0,
        environment,
        0,
        6);
    System.arraycopy(more, 0, environment, 6, more.length);
    return ServerFixture.start(folder, environment);
  }

  private static TestAgent approve(TestAgent admin, Identity identity, String note) {
    admin.ask(
        "ADMIN_APPROVE", "admin_key", KEY, "pubkey", identity.publicKey().pem(), "note", note);
    assertThat(admin.await("ADMIN_RESULT").path("agentId").asString())
        .isEqualTo("@" + identity.agentId());
    return admin;
  }

  private static boolean verified(Server server, Identity identity) {
    try (var agent = TestAgent.connect(server)) {
      agent.identify("someone", identity);
      return agent.await("WELCOME").path("verified").asBoolean();
    }
  }

  @Test
  void a_strict_list_lets_in_only_approved_keys_and_leaves_the_connection_open() {
    try (var server = start(true);
        var admin = TestAgent.connect(server);
        var stranger = TestAgent.connect(server)) {
      stranger.ask("IDENTIFY", "name", "bob");
      assertThat(stranger.error()).isEqualTo("NOT_ALLOWED");
      stranger.ask("IDENTIFY", "name", "bob", "pubkey", bob.publicKey().pem());
      assertThat(stranger.error()).isEqualTo("NOT_ALLOWED");
      approve(admin, bob, "builder");
      stranger.identify("bob", bob);
      assertThat(stranger.await("WELCOME").path("verified").asBoolean()).isTrue();
    }
  }

  @Test
  void a_list_that_is_not_strict_lets_everybody_in_and_verifies_its_own() {
    try (var server = start(false);
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "");
      assertThat(verified(server, ann)).isTrue();
      assertThat(verified(server, bob)).isFalse();
      TestAgent.join(server, "guest").close();
      admin.ask("ADMIN_REVOKE", "admin_key", KEY, "agent_id", ann.agentId());
      assertThat(TestAgent.fields(admin.await("ADMIN_RESULT")))
          .containsExactly("type", "ts", "action", "success");
    }
  }

  @Test
  void a_key_is_revoked_by_its_text_or_its_agent_and_an_unknown_one_is_not_found() {
    try (var server = start(true);
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "");
      approve(admin, bob, "");
      admin.ask("ADMIN_REVOKE", "admin_key", KEY, "pubkey", ann.publicKey().pem());
      admin.await("ADMIN_RESULT");
      admin.ask("ADMIN_REVOKE", "admin_key", KEY, "agent_id", bob.agentId());
      admin.await("ADMIN_RESULT");
      admin.ask("ADMIN_REVOKE", "admin_key", KEY, "agent_id", bob.agentId());
      assertThat(admin.error()).isEqualTo("AGENT_NOT_FOUND");
      admin.ask("IDENTIFY", "name", "bob", "pubkey", bob.publicKey().pem());
      assertThat(admin.error()).isEqualTo("NOT_ALLOWED");
    }
  }

  @Test
  void a_key_that_is_revoked_between_challenge_and_signature_does_not_come_in() {
    try (var server = start(true);
        var admin = TestAgent.connect(server);
        var late = TestAgent.connect(server)) {
      approve(admin, bob, "");
      var challenge = late.challenged("bob", bob);
      admin.ask("ADMIN_REVOKE", "admin_key", KEY, "agent_id", bob.agentId());
      admin.await("ADMIN_RESULT");
      late.answer(challenge, bob);
      assertThat(late.error()).isEqualTo("NOT_ALLOWED");
      assertThat(late.closeCode()).isEqualTo(1000);
    }
  }

  @Test
  void the_list_is_shown_with_shortened_keys() {
    try (var server = start(false);
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "of ann");
      admin.ask("ADMIN_LIST", "admin_key", KEY);
      var list = admin.await("ADMIN_RESULT");
      assertThat(TestAgent.fields(list))
          .containsExactly("type", "ts", "action", "entries", "enabled", "strict");
      assertThat(list.path("strict").asBoolean()).isFalse();
      var entry = list.path("entries").get(0);
      assertThat(TestAgent.fields(entry))
          .containsExactly("agentId", "pubkeyPrefix", "approvedAt", "note");
      assertThat(entry.path("agentId").asString()).isEqualTo("@" + ann.agentId());
      assertThat(entry.path("pubkeyPrefix").asString())
          .isEqualTo(ann.publicKey().pem().substring(0, 40) + "...");
      assertThat(entry.path("note").asString()).isEqualTo("of ann");
    }
  }

  @Test
  void approvals_survive_a_restart_and_a_file_from_elsewhere_is_believed() throws Exception {
    try (var server = start(true);
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "of ann");
    }
    try (var server = start(true)) {
      assertThat(verified(server, ann)).isTrue();
    }
    var file = folder.resolve("allowlist.json");
    assertThat(Files.readString(file)).contains("\"note\":\"of ann\"").contains("approvedBy");
    Files.writeString(
        file,
        "[\n  {\n    \"pubkey\": "
            + JsonText.quote(bob.publicKey().pem())
            + ",\n    \"agentId\": \""
            + bob.agentId()
            + "\",\n    \"approvedAt\": \"2026-01-01T00:00:00.000Z\"\n  }\n]");
    try (var server = start(true);
        var agent = TestAgent.connect(server)) {
      assertThat(verified(server, bob)).isTrue();
      agent.ask("IDENTIFY", "name", "ann", "pubkey", ann.publicKey().pem());
      assertThat(agent.error()).isEqualTo("NOT_ALLOWED");
    }
  }

  @Test
  void the_file_can_be_elsewhere() {
    var file = folder.resolve("friends.json");
    try (var server = start(false, "ALLOWLIST_FILE", "friends.json");
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "");
    }
    assertThat(file).content().contains(ann.agentId());
    assertThat(folder.resolve("allowlist.json")).doesNotExist();
  }

  @Test
  void a_broken_file_stops_the_start_with_a_sentence_that_names_it() throws Exception {
    Files.writeString(folder.resolve("allowlist.json"), "[{\"agentId\":\"ann\"}]");
    assertThatThrownBy(() -> start(true).close())
        .hasMessageContaining("allowlist.json")
        .hasMessageContaining("entry 1 has no pubkey");
  }

  @Test
  void strict_without_a_list_is_a_mistake_that_stops_the_start() {
    assertThatThrownBy(() -> ServerFixture.start(folder, "ALLOWLIST_STRICT", "true").close())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("ALLOWLIST_ENABLED");
  }

  @Test
  void the_second_key_is_for_lists_and_kicks_alone() {
    var second = "second-key-of-the-house-0123456789";
    try (var server = start(false, "ALLOWLIST_ADMIN_KEY", second);
        var admin = TestAgent.connect(server)) {
      admin.ask("ADMIN_LIST", "admin_key", second).await("ADMIN_RESULT");
      admin.ask("ADMIN_BAN", "admin_key", second, "agent_id", "x").await("ADMIN_RESULT");
      admin.ask("ADMIN_MOTD", "admin_key", second, "motd", "mine");
      assertThat(admin.error()).isEqualTo("AUTH_REQUIRED");
      admin.ask("ADMIN_VERIFY", "admin_key", second, "agent_id", "x", "verified", true);
      assertThat(admin.error()).isEqualTo("AUTH_REQUIRED");
    }
  }

  @Test
  void a_listed_agent_that_changes_its_key_still_comes_in_and_is_verified() {
    var next = ann.rotatedTo(Identity.generate(), 1_794_801_600_000L);
    var last = next.rotatedTo(Identity.generate(), 1_794_801_600_001L);
    try (var server = start(true);
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "");
      assertThat(verified(server, ann)).isTrue();
      assertThat(verified(server, next)).isTrue();
      assertThat(verified(server, last)).isTrue();
      admin.ask("ADMIN_REVOKE", "admin_key", KEY, "agent_id", ann.agentId()).await("ADMIN_RESULT");
      admin.ask("IDENTIFY", "name", "ann", "pubkey", last.publicKey().pem());
      assertThat(admin.error()).isEqualTo("NOT_ALLOWED");
    }
    try (var server = start(false);
        var admin = TestAgent.connect(server)) {
      approve(admin, ann, "");
      assertThat(verified(server, last.withRotation(List.of()))).isTrue();
    }
  }

  @Test
  void to_name_a_listed_key_in_a_forged_chain_is_of_no_use() {
    var listed = ann.rotatedTo(Identity.generate(), 1_794_801_600_000L);
    try (var server = start(true);
        var admin = TestAgent.connect(server);
        var thief = TestAgent.connect(server)) {
      approve(admin, ann, "");
      var link = listed.rotation().getFirst();
      var forged =
          new KeyChange(
              link.oldPubkey(), bob.publicKey().pem(), link.timestamp(), link.sig(), link.newSig());
      thief.identify("ann", bob.withRotation(List.of(forged)));
      assertThat(thief.error()).isEqualTo("VERIFICATION_FAILED");
      assertThat(thief.soFar("WELCOME")).isEmpty();
    }
  }
}
