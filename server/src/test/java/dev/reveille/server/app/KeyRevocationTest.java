package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Revocation;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A key that is never to be used again. */
class KeyRevocationTest {
  @TempDir Path folder = Path.of("");

  private final Identity first = Identity.generate();
  private final Identity second = first.rotatedTo(Identity.generate(), 5);
  private final String id = "@" + first.agentId();

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "TAKEOVER_WAIT_MS", "250", "AGENTCHAT_CB_POLL_MS", "5");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void visit(Identity identity) {
    try (var agent = TestAgent.join(server, "ann", identity)) {
      assertThat(agent.id()).isEqualTo(id);
      agent.finish();
    }
  }

  private JsonNode refused(Identity identity) {
    try (var agent = TestAgent.connect(server)) {
      agent.identify("ann", identity);
      return agent.next("ERROR");
    }
  }

  private static void assertNotAllowed(JsonNode error, String why) {
    assertThat(error.path("code").asString()).isEqualTo("NOT_ALLOWED");
    assertThat(error.path("message").asString()).contains(why);
  }

  private static TestAgent revoke(TestAgent agent, Identity key) {
    return revoke(agent, Revocation.sign(key, "laptop lost", 7));
  }

  private static TestAgent revoke(TestAgent agent, Revocation certificate) {
    return agent.send(ClientMessages.write(new ClientMessage.RevokeKey(certificate)));
  }

  private void revoke(Identity key) {
    try (var agent = TestAgent.connect(server)) {
      assertThat(revoke(agent, key).next("KEY_REVOKED").path("agent_id").asString()).isEqualTo(id);
    }
  }

  @Test
  void its_session_is_closed_and_it_never_identifies_again() {
    try (var ann = TestAgent.join(server, "ann", first);
        var watcher = TestAgent.join(server, "watcher");
        var other = TestAgent.connect(server)) {
      var revoked = revoke(other, first).next("KEY_REVOKED");
      assertThat(TestAgent.fields(revoked)).containsExactly("type", "ts", "agent_id");
      assertThat(revoked.path("agent_id").asString()).isEqualTo(id);
      assertNotAllowed(ann.await("ERROR"), "revoked: laptop lost");
      assertThat(ann.closeCode()).isEqualTo(1000);
      watcher.awaitContent("ann went offline");
      other.ask("PING").next("PONG");
    }
    assertNotAllowed(refused(first), "revoked: laptop lost");
    stop();
    start();
    assertNotAllowed(refused(first), "revoked: laptop lost");
    revoke(first);
  }

  @Test
  void nobody_can_write_to_an_agent_whose_key_is_revoked() {
    visit(first);
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say(id, "before").awaitContent("before");
      revoke(first);
      bob.say(id, "after");
      assertThat(bob.error()).isEqualTo("AGENT_NOT_FOUND");
    }
    stop();
    start();
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say(id, "much later");
      assertThat(bob.error()).isEqualTo("AGENT_NOT_FOUND");
    }
  }

  @Test
  void an_agent_may_revoke_its_own_key_and_is_told_so_before_it_goes() {
    try (var ann = TestAgent.join(server, "ann", first)) {
      revoke(ann, first);
      assertThat(ann.next("KEY_REVOKED").path("agent_id").asString()).isEqualTo(id);
      assertNotAllowed(ann.next("ERROR"), "revoked");
      assertThat(ann.closeCode()).isEqualTo(1000);
    }
  }

  @Test
  void a_revoked_key_cannot_hand_the_agent_over() {
    visit(first);
    revoke(first);
    assertNotAllowed(refused(second), "revoked");
    try (var agent = TestAgent.connect(server)) {
      agent.send(ClientMessages.write(new ClientMessage.RotateKey(second.rotation())));
      assertNotAllowed(agent.next("ERROR"), "revoked");
    }
  }

  @Test
  void an_agent_that_changed_its_key_before_goes_on_when_the_old_one_is_revoked() {
    visit(first);
    try (var ann = TestAgent.join(server, "ann", second)) {
      revoke(first);
      ann.say(id, "to myself").awaitContent("to myself");
      ann.finish();
    }
    assertNotAllowed(refused(first), "revoked: laptop lost");
    visit(second);
    visit(second.rotatedTo(Identity.generate(), 9));
  }

  @Test
  void a_key_revoked_between_challenge_and_answer_does_not_get_in() {
    visit(first);
    try (var ann = TestAgent.connect(server)) {
      var challenge = ann.challenged("ann", first);
      revoke(first);
      ann.answer(challenge, first);
      assertNotAllowed(ann.next("ERROR"), "revoked");
    }
  }

  @Test
  void a_key_that_is_nobodys_here_is_not_remembered_and_a_forged_certificate_is_refused() {
    try (var agent = TestAgent.connect(server)) {
      revoke(agent, first);
      assertThat(agent.error()).isEqualTo("AGENT_NOT_FOUND");
      visit(first);
      var other = Revocation.sign(Identity.generate(), "", 7);
      revoke(agent, new Revocation(first.publicKey().pem(), "", "7", other.sig()));
      assertThat(agent.error()).isEqualTo("VERIFICATION_FAILED");
    }
    visit(first);
  }

  @Test
  void the_event_feed_says_what_happened_to_keys() {
    visit(first);
    visit(second);
    refused(first);
    revoke(second);
    refused(second);
    stop();
    var path = folder;
    try (var data = DataFolder.open(path, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      var events =
          store.reads(EventReads.class).events(0, 1000).stream()
              .filter(e -> e.kind().startsWith("key."))
              .toList();
      var old = "@" + first.publicKey().agentId();
      var now = "@" + second.publicKey().agentId();
      assertThat(events).allMatch(e -> id.equals(e.agent()));
      assertThat(events)
          .extracting(StoredEvent::kind, StoredEvent::detail)
          .isEqualTo(
              List.of(
                  org.assertj.core.groups.Tuple.tuple("key.rotated", old + " to " + now),
                  org.assertj.core.groups.Tuple.tuple(
                      "key.refused", old + ": This key was rotated: another one took its place"),
                  org.assertj.core.groups.Tuple.tuple("key.revoked", now),
                  org.assertj.core.groups.Tuple.tuple(
                      "key.refused", now + ": This key was revoked: laptop lost")));
    }
  }
}
