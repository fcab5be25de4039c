package dev.reveille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.client.ClientException;
import dev.reveille.client.KeyOffice;
import dev.reveille.client.ReveilleClient;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.KeyChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code identity rotate} and {@code identity revoke} against a real server. */
class IdentityKeysTest {
  @TempDir Path home = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private ServerLauncher.Running server;

  @BeforeEach
  void start() {
    server =
        new EmbeddedServer()
            .start(
                Optional.empty(),
                Map.of(),
                Map.of(
                    "PORT", "0", "DATA_DIR", home.resolve("data").toString(), "LOG_LEVEL", "warn"));
    assertThat(reveille().exit("identity", "new", "ada")).isZero();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Run reveille() {
    return new Run(home, server.webSocketUri().toString());
  }

  private Path folder() {
    return home.resolve("config/reveille/identities");
  }

  private Identity ada() {
    return IdentityFile.load(folder(), "ada").identity();
  }

  private ReveilleClient connect(Identity identity) {
    return ReveilleClient.builder()
        .uri(server.webSocketUri())
        .name("ada")
        .identity(identity)
        .connect();
  }

  private void refused(Identity identity, String why) {
    assertThatThrownBy(() -> connect(identity).close())
        .isInstanceOfSatisfying(
            ClientException.Refused.class, e -> assertThat(e.is(ErrorCode.NOT_ALLOWED)).isTrue())
        .hasMessageContaining(why);
  }

  /** The server has seen the agent. */
  private Identity known() {
    var identity = ada();
    connect(identity).close();
    return identity;
  }

  @Test
  void rotate_changes_the_key_at_the_server_and_in_the_file_and_keeps_the_id() throws IOException {
    var old = known();
    var run = reveille();
    assertThat(run.exit("identity", "rotate", "ada")).as(run.err()).isZero();

    assertThat(run.out()).contains("@" + old.agentId()).contains("new key");
    var now = ada();
    assertThat(now.agentId()).isEqualTo(old.agentId());
    assertThat(now.publicKey().pem()).isNotEqualTo(old.publicKey().pem());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path("ada.json"))))
        .isEqualTo("rw-------");
    assertThat(path("ada.json.old")).doesNotExist();
    refused(old, "rotated");
    try (var client = connect(now)) {
      assertThat(client.agentId()).isEqualTo("@" + old.agentId());
    }
    var show = reveille();
    assertThat(show.exit("identity", "show", "ada")).isZero();
    assertThat(show.out()).contains("@" + old.agentId()).contains("changed once");
    var doctor = reveille();
    doctor.exit("doctor");
    assertThat(doctor.out()).contains("identity ada is @" + old.agentId());
  }

  private Path path(String name) {
    return folder().resolve(name);
  }

  @Test
  void rotate_takes_no_mail_and_is_seen_by_nobody() {
    var old = known();
    reveille().exit("send", "--ephemeral", "@" + old.agentId(), "for ada alone");
    assertThat(reveille().exit("identity", "rotate", "ada")).isZero();
    try (var client = connect(ada())) {
      assertThat(client.next(Duration.ofSeconds(20)))
          .hasValueSatisfying(m -> assertThat(m.message().content()).isEqualTo("for ada alone"));
    }
  }

  @Test
  void a_key_that_was_rotated_offline_is_accepted_at_the_next_connection() throws IOException {
    var old = known();
    for (int i = 0; i < 2; i++) {
      assertThat(reveille().exit("identity", "rotate", "ada", "--offline")).isZero();
    }
    assertThat(ada().rotation()).hasSize(2).allMatch(KeyChange::verifies);
    assertThat(pem(path("ada.json.old"))).isEqualTo(old.publicKey().pem());
    try (var client = connect(ada())) {
      assertThat(client.agentId()).isEqualTo("@" + old.agentId());
    }
    refused(old, "rotated");
  }

  @Test
  void a_server_that_is_not_there_or_refuses_leaves_the_key_as_it_was() {
    var old = known();
    var nobody = reveille().env("REVEILLE_URL", "ws://127.0.0.1:1");
    assertThat(nobody.exit("identity", "rotate", "ada")).isEqualTo(Exit.CANNOT_CONNECT.code());
    assertThat(nobody.err()).contains("--offline");
    assertThat(ada().publicKey().pem()).isEqualTo(old.publicKey().pem());

    var thief = old.rotatedTo(Identity.generate(), 5);
    office().rotate(thief.rotation());
    var late = reveille();
    assertThat(late.exit("identity", "rotate", "ada")).isEqualTo(Exit.REFUSED.code());
    assertThat(late.err()).contains("NOT_ALLOWED");
    assertThat(ada().publicKey().pem()).isEqualTo(old.publicKey().pem());
    assertThat(path("ada.json.old")).doesNotExist();
  }

  @Test
  void when_nobody_knows_whether_the_server_took_the_new_key_both_are_kept() throws Exception {
    var old = known();
    try (var silent = new TinyServer()) {
      var run = reveille().env("REVEILLE_URL", silent.url());
      assertThat(run.exit("identity", "rotate", "ada", "--timeout", "500ms"))
          .isEqualTo(Exit.TIMED_OUT.code());
      assertThat(run.err()).contains("is not known");
    }
    assertThat(pem(path("ada.json.old"))).isEqualTo(old.publicKey().pem());
    try (var client = connect(ada())) {
      assertThat(client.agentId()).isEqualTo("@" + old.agentId());
    }
  }

  private KeyOffice office() {
    return new KeyOffice(server.webSocketUri(), Duration.ofSeconds(20));
  }

  @Test
  void an_agent_that_no_server_knows_gets_its_new_key_all_the_same() {
    var old = ada();
    var run = reveille();
    assertThat(run.exit("identity", "rotate", "ada")).as(run.err()).isZero();
    assertThat(run.out()).contains("does not know the agent yet");
    try (var client = connect(ada())) {
      assertThat(client.agentId()).isEqualTo("@" + old.agentId());
    }
  }

  @Test
  void two_rotations_at_once_do_not_get_in_each_others_way() {
    try (var _ = IdentityLock.take(folder(), "ada")) {
      var run = reveille();
      assertThat(run.exit("identity", "rotate", "ada")).isEqualTo(Exit.FAILED.code());
      assertThat(run.err()).contains("Another command changes the identity");
    }
    assertThat(reveille().exit("identity", "rotate", "ada")).isZero();
  }

  @Test
  void revoke_asks_writes_the_certificate_and_ends_the_identity() throws IOException {
    var old = known();
    var no = reveille().in("no\n");
    assertThat(no.exit("identity", "revoke", "ada")).isEqualTo(Exit.FAILED.code());
    assertThat(no.err()).contains("cannot be undone").contains("Nothing was revoked");
    connect(old).close();

    var run = reveille().in("ada\n");
    assertThat(run.exit("identity", "revoke", "ada", "--reason", "laptop lost"))
        .as(run.err())
        .isZero();
    assertThat(run.out()).contains("@" + old.agentId() + " is revoked");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path("ada.revocation"))))
        .isEqualTo("rw-------");
    refused(old, "revoked: laptop lost");
    var mail = reveille();
    assertThat(mail.exit("send", "@" + old.agentId(), "hello?")).isEqualTo(Exit.REFUSED.code());
  }

  @Test
  void a_certificate_made_in_advance_needs_no_key_and_can_be_sent_later() throws IOException {
    var old = known();
    assertThat(reveille().exit("identity", "revoke", "ada", "--offline")).isZero();
    connect(old).close();
    Files.delete(path("ada.json"));
    var send = reveille();
    var file = path("ada.revocation").toString();
    assertThat(send.exit("identity", "revoke", "--certificate", file, "--yes"))
        .as(send.err())
        .isZero();
    refused(old, "revoked");
  }

  @Test
  void a_key_that_was_rotated_offline_can_be_revoked_before_the_server_saw_it() {
    known();
    assertThat(reveille().exit("identity", "rotate", "ada", "--offline")).isZero();
    var run = reveille();
    assertThat(run.exit("identity", "revoke", "ada", "--yes")).as(run.err()).isZero();
    refused(ada(), "revoked");
  }

  @Test
  void what_makes_no_sense_is_refused_before_anything_happens() throws IOException {
    assertThat(reveille().exit("identity", "revoke")).isEqualTo(Exit.USAGE.code());
    assertThat(reveille().exit("identity", "revoke", "ada", "--yes", "--reason", "x".repeat(201)))
        .isEqualTo(Exit.USAGE.code());
    assertThat(reveille().exit("identity", "rotate", "ada", "--offline", "--url", "ws://x:1"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(reveille().exit("identity", "rotate", "nobody")).isEqualTo(Exit.FAILED.code());
    var junk = Files.writeString(home.resolve("junk"), "{}");
    assertThat(reveille().exit("identity", "revoke", "--yes", "--certificate", junk.toString()))
        .isEqualTo(Exit.FAILED.code());
    var unknown = reveille();
    assertThat(unknown.exit("identity", "revoke", "ada", "--yes")).isEqualTo(Exit.REFUSED.code());
    assertThat(unknown.err()).contains("AGENT_NOT_FOUND");
  }

  @Test
  void a_file_whose_chain_is_damaged_is_named_and_not_used() throws IOException {
    assertThat(reveille().exit("identity", "rotate", "ada", "--offline")).isZero();
    var text = Files.readString(path("ada.json"));
    Files.writeString(path("ada.json"), text.replace("\"new_sig\"", "\"no_sig\""));
    var run = reveille();
    assertThat(run.exit("identity", "show", "ada")).isEqualTo(Exit.FAILED.code());
    assertThat(run.err()).contains("damaged");
  }

  private static String pem(Path path) throws IOException {
    return Json.read(Files.readString(path)).orElseThrow().path("public_key").asString("");
  }
}
