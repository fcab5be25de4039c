package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.KeyChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An agent that changes its key. */
class KeyRotationTest {
  @TempDir Path folder = Path.of("");

  private final Identity first = Identity.generate();
  private final Identity second = first.rotatedTo(Identity.generate(), 1_794_801_600_000L);
  private final Identity third = second.rotatedTo(Identity.generate(), 1_794_801_600_001L);
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

  private void restart() {
    stop();
    start();
  }

  /** Comes in, is who it was, and goes. */
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

  private static Identity without(Identity identity) {
    return identity.withRotation(List.of());
  }

  private static TestAgent rotate(TestAgent agent, List<KeyChange> chain) {
    return agent.send(ClientMessages.write(new ClientMessage.RotateKey(chain)));
  }

  @Test
  void a_new_key_with_its_chain_keeps_the_id_the_mailbox_and_the_memberships() {
    try (var ann = TestAgent.join(server, "ann", first)) {
      ann.ask("CREATE_CHANNEL", "channel", "#room").await("JOINED");
      ann.finish();
    }
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say(id, "while you were away").awaitContent("while you were away");
    }
    try (var ann = TestAgent.connect(server)) {
      ann.identify("ann", second);
      assertThat(ann.next("WELCOME").path("agent_id").asString()).isEqualTo(id);
      assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("while you were away");
      ann.say("#room", "still in").awaitContent("still in");
    }
  }

  @Test
  void once_it_is_known_the_new_key_needs_no_chain_and_the_old_one_is_out_also_after_a_restart() {
    visit(first);
    visit(second);
    for (int i = 0; i < 2; i++) {
      visit(without(second));
      visit(second);
      assertNotAllowed(refused(first), "rotated");
      restart();
    }
  }

  @Test
  void a_connection_whose_key_was_rotated_stays_and_may_identify_with_the_new_one() {
    visit(second);
    try (var agent = TestAgent.connect(server)) {
      agent.identify("ann", first);
      assertNotAllowed(agent.next("ERROR"), "rotated");
      agent.identify("ann", second);
      assertThat(agent.welcomed().path("agent_id").asString()).isEqualTo(id);
    }
  }

  @Test
  void an_agent_that_was_never_here_gets_the_id_of_its_first_key() {
    visit(third);
    assertNotAllowed(refused(first), "rotated");
    assertNotAllowed(refused(second), "rotated");
    visit(without(third));
  }

  @Test
  void a_chain_may_begin_before_the_key_that_the_agent_has_here() {
    visit(first);
    visit(second);
    visit(third);
    assertNotAllowed(refused(without(second)), "rotated");
  }

  @Test
  void a_chain_may_begin_with_the_key_that_the_agent_has_here() {
    visit(second);
    visit(third.withRotation(third.rotation().subList(1, 2)));
  }

  @Test
  void of_two_successors_the_first_accepted_wins() {
    visit(first);
    visit(second);
    var other = first.rotatedTo(Identity.generate(), 5);
    assertNotAllowed(refused(other), "rotated to another one before");
    assertNotAllowed(refused(other.rotatedTo(Identity.generate(), 6)), "rotated to another");
    visit(third);
  }

  @Test
  void an_old_chain_does_not_bring_an_old_key_back() {
    visit(third);
    assertNotAllowed(refused(second), "rotated");
    try (var agent = TestAgent.connect(server)) {
      rotate(agent, second.rotation());
      assertNotAllowed(agent.next("ERROR"), "rotated");
      // Back to the first key, in another text and in the same: signed by the key it has now.
      var disguised = Identity.of(first.publicKey().pem().strip(), first.privatePem());
      rotate(agent, List.of(KeyChange.sign(third, disguised, 7)));
      assertNotAllowed(agent.next("ERROR"), "had this key before");
      rotate(agent, List.of(KeyChange.sign(third, first, 7)));
      assertNotAllowed(agent.next("ERROR"), "rotated");
    }
    visit(third);
  }

  @Test
  void a_key_that_is_or_was_another_agents_cannot_be_taken() {
    visit(second);
    var other = Identity.generate();
    try (var bob = TestAgent.join(server, "bob", other)) {
      for (var key : List.of(first, second)) {
        rotate(bob, List.of(KeyChange.sign(other, without(key), 7)));
        assertNotAllowed(bob.next("ERROR"), "another agent's");
      }
      rotate(bob, List.of(KeyChange.sign(second, other, 7)));
      assertNotAllowed(bob.next("ERROR"), "another agent's");
      bob.say("#general", "still bob").awaitContent("still bob");
    }
    visit(second);
  }

  @Test
  void a_certificate_that_one_of_the_keys_did_not_sign_changes_nothing() {
    visit(first);
    var thief = Identity.generate();
    var own = KeyChange.sign(thief, thief, 7);
    var half = KeyChange.sign(first, second, 7);
    var forged =
        List.of(
            new KeyChange(
                first.publicKey().pem(), thief.publicKey().pem(), "7", own.sig(), own.newSig()),
            new KeyChange(
                first.publicKey().pem(), thief.publicKey().pem(), "7", half.sig(), own.newSig()));
    for (var certificate : forged) {
      assertThat(refused(thief.withRotation(List.of(certificate))).path("code").asString())
          .isEqualTo("VERIFICATION_FAILED");
      try (var agent = TestAgent.connect(server)) {
        rotate(agent, List.of(certificate));
        assertThat(agent.error()).isEqualTo("VERIFICATION_FAILED");
      }
    }
    visit(first);
  }

  @Test
  void a_chain_without_the_new_keys_private_half_lets_nobody_in() {
    visit(first);
    try (var eve = TestAgent.connect(server)) {
      var challenge = eve.challenged("eve", second);
      eve.answer(challenge, first);
      assertThat(eve.error()).isEqualTo("VERIFICATION_FAILED");
    }
    visit(first);
  }

  @Test
  void a_connected_agent_changes_its_key_and_its_session_stays() {
    try (var ann = TestAgent.join(server, "ann", first)) {
      ann.say("#general", "before");
      rotate(ann, second.rotation()).say("#general", "after");
      ann.next("MSG");
      var rotated = ann.next("KEY_ROTATED");
      assertThat(TestAgent.fields(rotated)).containsExactly("type", "ts", "agent_id", "pubkey");
      assertThat(rotated.path("agent_id").asString()).isEqualTo(id);
      assertThat(rotated.path("pubkey").asString()).isEqualTo(second.publicKey().pem());
      assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("after");
      // Again: it is so already, and the answer is the same.
      rotate(ann, second.rotation()).next("KEY_ROTATED");
      rotate(ann, third.rotation()).next("KEY_ROTATED");
      ann.finish();
    }
    assertNotAllowed(refused(first), "rotated");
    visit(without(third));
  }

  @Test
  void whoever_is_here_by_the_old_key_has_to_go_when_somebody_else_rotates_it() {
    try (var old = TestAgent.join(server, "ann", first);
        var watcher = TestAgent.join(server, "watcher");
        var other = TestAgent.connect(server)) {
      rotate(other, second.rotation()).next("KEY_ROTATED");
      assertNotAllowed(old.await("ERROR"), "rotated");
      assertThat(old.closeCode()).isEqualTo(1000);
      watcher.await("AGENT_LEFT");
      watcher.awaitContent("ann went offline");
    }
    try (var old = TestAgent.join(server, "ann", second);
        var fresh = TestAgent.connect(server)) {
      fresh.identify("ann", third);
      assertThat(fresh.next("WELCOME").path("agent_id").asString()).isEqualTo(id);
      assertNotAllowed(old.await("ERROR"), "rotated");
      assertThat(old.closeCode()).isEqualTo(1000);
    }
  }

  @Test
  void a_session_of_the_old_key_that_waits_to_take_over_comes_in_no_more() {
    try (var body = TestAgent.join(server, "ann", first);
        var waiting = TestAgent.connect(server)) {
      waiting.identify("ann", first);
      waiting.soFar();
      rotate(body, second.rotation()).next("KEY_ROTATED");
      assertNotAllowed(waiting.next("ERROR"), "rotated");
      assertThat(waiting.closeCode()).isEqualTo(1000);
      body.say("#general", "still here").awaitContent("still here");
    }
  }

  @Test
  void a_key_that_nobody_has_here_cannot_be_rotated() {
    try (var agent = TestAgent.connect(server)) {
      rotate(agent, second.rotation());
      assertThat(agent.error()).isEqualTo("AGENT_NOT_FOUND");
    }
    visit(first);
  }

  @Test
  void an_agent_changes_its_key_64_times_and_not_once_more() {
    var identity = first;
    for (int i = 0; i < KeyChange.MAX_CHAIN; i++) {
      identity = identity.rotatedTo(Identity.generate(), 1 + i);
    }
    visit(identity);
    var more = new ArrayList<KeyChange>();
    more.add(KeyChange.sign(identity, Identity.generate(), 1));
    try (var agent = TestAgent.connect(server)) {
      rotate(agent, more);
      assertNotAllowed(agent.next("ERROR"), "64 times");
    }
    visit(identity);
  }

  @Test
  void what_is_sent_behind_the_signature_is_answered_in_order_after_welcome() {
    visit(first);
    try (var ann = TestAgent.connect(server)) {
      var challenge = ann.challenged("ann", second);
      ann.answer(challenge, second);
      for (int i = 0; i < 20; i++) ann.say("#general", "m" + i);
      ann.next("WELCOME");
      for (int i = 0; i < 20; i++) ann.awaitContent("m" + i);
    }
  }

  @Test
  void a_banned_agent_stays_banned_under_every_later_key() {
    stop();
    var key = "4c1f9b27e0d85a6397be12f08d64ca35";
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", key);
    visit(first);
    try (var admin = TestAgent.connect(server)) {
      admin.ask("ADMIN_BAN", "admin_key", key, "agent_id", id).await("ADMIN_RESULT");
      rotate(admin, second.rotation()).await("KEY_ROTATED");
    }
    for (var identity : List.of(second, without(second), third)) {
      assertThat(refused(identity).path("code").asString()).isEqualTo("BANNED");
    }
    assertNotAllowed(refused(first), "rotated");
  }
}
