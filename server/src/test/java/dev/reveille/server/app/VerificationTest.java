package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One agent has another prove that it has its key. */
class VerificationTest extends OneServerFixture {
  private static final String NONCE = "4c1f9b27e0d85a6397be12f08d64ca35";

  private final Identity key = Identity.generate();

  private static TestAgent request(TestAgent asker, String target) {
    return asker.ask("VERIFY_REQUEST", "target", target, "nonce", NONCE);
  }

  private static TestAgent respond(TestAgent agent, JsonNode wanted, String nonce, String sig) {
    return agent.ask(
        "VERIFY_RESPONSE",
        "request_id",
        wanted.path("request_id").asString(),
        "nonce",
        nonce,
        "sig",
        sig);
  }

  @Test
  void the_key_is_proven_by_a_signature_over_the_nonce_alone() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", key)) {
      ann.soFar();
      request(ann, bob.id());
      var pending = ann.next("VERIFY_REQUEST");
      assertThat(TestAgent.fields(pending))
          .containsExactly("type", "ts", "request_id", "target", "status");
      assertThat(pending.path("target").asString()).isEqualTo(bob.id());
      assertThat(pending.path("status").asString()).isEqualTo("pending");
      var wanted = bob.next("VERIFY_REQUEST");
      assertThat(TestAgent.fields(wanted))
          .containsExactly("type", "ts", "request_id", "from", "nonce");
      assertThat(wanted.path("request_id").asString())
          .startsWith("verify_")
          .isEqualTo(pending.path("request_id").asString());
      assertThat(wanted.path("from").asString()).isEqualTo(ann.id());
      assertThat(wanted.path("nonce").asString()).isEqualTo(NONCE);

      respond(bob, wanted, NONCE, key.sign(NONCE));
      var checked = bob.next("VERIFY_SUCCESS");
      assertThat(TestAgent.fields(checked)).containsExactly("type", "ts", "request_id", "verified");
      assertThat(checked.path("verified").asBoolean()).isTrue();
      var proven = ann.next("VERIFY_SUCCESS");
      assertThat(TestAgent.fields(proven))
          .containsExactly("type", "ts", "request_id", "agent", "pubkey");
      assertThat(proven.path("agent").asString()).isEqualTo(bob.id());
      assertThat(proven.path("pubkey").asString()).isEqualTo(key.publicKey().pem());

      respond(bob, wanted, NONCE, key.sign(NONCE));
      assertThat(bob.error()).as("it has one outcome").isEqualTo("VERIFICATION_EXPIRED");
      assertThat(ann.soFar()).isEmpty();
    }
  }

  @Test
  void a_wrong_signature_fails_for_both_and_uses_the_request_up() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", key)) {
      ann.soFar();
      request(ann, bob.id()).next("VERIFY_REQUEST");
      var wanted = bob.next("VERIFY_REQUEST");
      respond(bob, wanted, NONCE, Identity.generate().sign(NONCE));
      assertThat(bob.next("VERIFY_FAILED").path("verified").asBoolean(true)).isFalse();
      var failed = ann.next("VERIFY_FAILED");
      assertThat(TestAgent.fields(failed))
          .containsExactly("type", "ts", "request_id", "target", "reason");
      assertThat(failed.path("target").asString()).isEqualTo(bob.id());
      assertThat(failed.path("reason").asString()).contains("failed");
      respond(bob, wanted, NONCE, key.sign(NONCE));
      assertThat(bob.error()).isEqualTo("VERIFICATION_EXPIRED");
    }
  }

  @Test
  void who_is_not_there_or_has_no_key_cannot_be_asked() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      request(ann, "@nobody");
      assertThat(ann.error()).isEqualTo("AGENT_NOT_FOUND");
      request(ann, "@" + key.agentId());
      assertThat(ann.error()).isEqualTo("AGENT_NOT_FOUND");
      request(ann, bob.id());
      assertThat(ann.error()).isEqualTo("NO_PUBKEY");
      assertThat(bob.soFar()).isEmpty();
    }
  }

  @Test
  void only_the_target_answers_and_only_with_the_nonce_of_the_request() {
    var other = Identity.generate();
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", key);
        var eve = TestAgent.join(server, "eve", other)) {
      request(ann, bob.id());
      var wanted = bob.await("VERIFY_REQUEST");
      respond(ann, wanted, NONCE, key.sign(NONCE));
      assertThat(ann.error()).isEqualTo("SIGNATURE_REQUIRED");
      respond(eve, wanted, NONCE, other.sign(NONCE));
      assertThat(eve.error()).isEqualTo("INVALID_MSG");
      respond(bob, wanted, "another nonce of some length", key.sign("another nonce"));
      assertThat(bob.error()).isEqualTo("INVALID_MSG");
      eve.ask("VERIFY_RESPONSE", "request_id", "verify_none", "nonce", NONCE, "sig", "x");
      assertThat(eve.error()).isEqualTo("VERIFICATION_EXPIRED");
      respond(bob, wanted, NONCE, key.sign(NONCE)).next("VERIFY_SUCCESS");
    }
  }

  @Test
  void a_login_cannot_be_signed_by_asking_for_a_proof() {
    try (var eve = TestAgent.join(server, "eve");
        var thief = TestAgent.connect(server);
        var bob = TestAgent.join(server, "bob", key)) {
      var challenge = thief.challenged("bob", key);
      var login =
          AuthText.challenge(
              challenge.path("nonce").asString(), challenge.path("challenge_id").asString(), "5");
      eve.ask("VERIFY_REQUEST", "target", bob.id(), "nonce", login);
      assertThat(eve.error()).isEqualTo("INVALID_MSG");
      assertThat(bob.soFar("VERIFY_REQUEST")).isEmpty();
    }
  }

  @Test
  void one_asker_has_a_bounded_number_of_open_requests_until_some_end() {
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", key)) {
      ann.soFar();
      for (int i = 0; i < 16; i++) request(ann, bob.id()).next("VERIFY_REQUEST");
      request(ann, bob.id());
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
      respond(bob, bob.next("VERIFY_REQUEST"), NONCE, key.sign(NONCE)).await("VERIFY_SUCCESS");
      ann.await("VERIFY_SUCCESS");
      // The outcome is sent before the asker's place is free again, so one more may have to wait.
      while (request(ann, bob.id()).soFar("ERROR").size() == 1) Thread.onSpinWait();
      request(ann, bob.id());
      assertThat(ann.error()).isEqualTo("RATE_LIMITED");
    }
  }

  @Test
  void requests_go_with_their_asker() {
    try (var bob = TestAgent.join(server, "bob", key);
        var watch = TestAgent.join(server, "watch")) {
      var ann = TestAgent.join(server, "ann");
      request(ann, bob.id()).await("VERIFY_REQUEST");
      var wanted = bob.await("VERIFY_REQUEST");
      ann.close();
      watch.awaitContent("ann went offline");
      respond(bob, wanted, NONCE, key.sign(NONCE));
      assertThat(bob.error()).isEqualTo("VERIFICATION_EXPIRED");
    }
  }

  @Test
  void an_agent_can_prove_itself_to_itself() {
    try (var bob = TestAgent.join(server, "bob", key)) {
      request(bob, bob.id());
      var wanted = bob.next("VERIFY_REQUEST");
      bob.next("VERIFY_REQUEST");
      respond(bob, wanted, NONCE, key.sign(NONCE));
      assertThat(bob.next("VERIFY_SUCCESS").has("pubkey")).isTrue();
      assertThat(bob.next("VERIFY_SUCCESS").path("verified").asBoolean()).isTrue();
    }
  }

  @Test
  void without_an_answer_in_time_the_asker_is_told() {
    server.close();
    server = ServerFixture.start(folder, "VERIFICATION_TIMEOUT_MS", "1");
    try (var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", key)) {
      request(ann, bob.id());
      assertThat(ann.await("VERIFY_FAILED").path("reason").asString()).contains("timed out");
      respond(bob, bob.await("VERIFY_REQUEST"), NONCE, key.sign(NONCE));
      assertThat(bob.error()).isEqualTo("VERIFICATION_EXPIRED");
    }
  }

  @Test
  void before_identification_it_is_refused() {
    try (var nobody = TestAgent.connect(server)) {
      request(nobody, "@a");
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
      nobody.ask("VERIFY_RESPONSE", "request_id", "r", "nonce", NONCE, "sig", "x");
      assertThat(nobody.error()).isEqualTo("AUTH_REQUIRED");
    }
  }
}
