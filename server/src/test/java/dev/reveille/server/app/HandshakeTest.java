package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, ids, challenge and welcome. */
class HandshakeTest {
  @TempDir static Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private static Server server;

  @BeforeAll
  static void start() {
    server = ServerFixture.start(folder, "SERVER_NAME", "testhouse");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void an_agent_without_a_key_is_welcomed_at_once_and_its_welcome_says_nothing_of_verified() {
    try (var ann = TestAgent.connect(server)) {
      ann.ask("IDENTIFY", "name", "ann");
      var welcome = ann.next("WELCOME");
      assertThat(TestAgent.fields(welcome))
          .containsExactly("type", "ts", "agent_id", "name", "server", "disclaimer");
      assertThat(welcome.path("agent_id").asString()).matches("@[a-z0-9]{8}");
      assertThat(welcome.path("name").asString()).isEqualTo("ann");
      assertThat(welcome.path("server").asString()).isEqualTo("testhouse");
      assertThat(welcome.path("disclaimer").asString()).isNotBlank();
    }
  }

  @Test
  void a_null_pubkey_is_no_key() {
    try (var ann = TestAgent.connect(server)) {
      ann.send("{\"type\":\"IDENTIFY\",\"name\":\"ann\",\"pubkey\":null}");
      assertThat(ann.next("WELCOME").has("verified")).isFalse();
    }
  }

  @Test
  void a_key_agent_signs_a_challenge_and_passing_it_alone_does_not_verify_it() {
    var identity = Identity.generate();
    try (var bob = TestAgent.connect(server)) {
      var challenge = bob.challenged("bob", identity);
      assertThat(TestAgent.fields(challenge))
          .containsExactly("type", "ts", "challenge_id", "nonce", "expires_at");
      assertThat(challenge.path("challenge_id").asString()).matches("chal_[0-9a-z]+_[0-9a-f]{8}");
      assertThat(challenge.path("nonce").asString()).matches("[0-9a-f]{32}");
      assertThat(challenge.path("expires_at").asLong() - challenge.path("ts").asLong())
          .isBetween(59_000L, 61_000L);
      bob.answer(challenge, identity);
      var welcome = bob.next("WELCOME");
      assertThat(TestAgent.fields(welcome))
          .containsExactly("type", "ts", "agent_id", "name", "server", "verified", "disclaimer");
      assertThat(welcome.path("agent_id").asString()).isEqualTo("@" + identity.agentId());
      assertThat(welcome.path("verified").asBoolean(true)).isFalse();
    }
  }

  @Test
  void the_arrival_is_told_to_the_others_channel_by_channel_and_then_in_general(
      @TempDir Path other) {
    try (var quiet = ServerFixture.start(other);
        var ann = TestAgent.join(quiet, "watcher");
        var bob = TestAgent.connect(quiet)) {
      bob.ask("IDENTIFY", "name", "newcomer");
      var id = bob.next("WELCOME").path("agent_id").asString();
      var online = bob.next("MSG");
      assertThat(bob.soFar()).isEmpty();
      for (var channel : new String[] {"#general", "#agents", "#discovery"}) {
        var joined = ann.next("AGENT_JOINED");
        assertThat(TestAgent.fields(joined))
            .containsExactly("type", "ts", "channel", "agent", "name", "verified");
        assertThat(joined.path("channel").asString()).isEqualTo(channel);
        assertThat(joined.path("agent").asString()).isEqualTo(id);
        assertThat(joined.path("name").asString()).isEqualTo("newcomer");
        assertThat(joined.path("verified").asBoolean(true)).isFalse();
      }
      assertThat(ann.next("MSG")).isEqualTo(online);
      assertThat(TestAgent.fields(online))
          .containsExactly("type", "ts", "from", "from_name", "to", "content", "seq");
      assertThat(online.path("from").asString()).isEqualTo("@server");
      assertThat(online.path("from_name").asString()).isEqualTo("Server");
      assertThat(online.path("to").asString()).isEqualTo("#general");
      assertThat(TestAgent.content(online)).isEqualTo("newcomer came online");
    }
  }

  @Test
  void frames_sent_right_behind_identify_are_answered_in_order_after_the_welcome(
      @TempDir Path other) {
    try (var quiet = ServerFixture.start(other);
        var ann = TestAgent.connect(quiet)) {
      ann.ask("IDENTIFY", "name", "hasty")
          .ask("CREATE_CHANNEL", "channel", "#hasty")
          .say("#hasty", "one")
          .say("#nowhere", "two")
          .say("#hasty", "three")
          .ask("PING");
      ann.next("WELCOME");
      ann.next("MSG");
      ann.next("JOINED");
      assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("one");
      assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("CHANNEL_NOT_FOUND");
      assertThat(TestAgent.content(ann.next("MSG"))).isEqualTo("three");
      ann.next("PONG");
    }
  }

  @Test
  void only_ping_and_list_channels_work_before_the_welcome() {
    try (var guest = TestAgent.connect(server)) {
      guest.ask("PING");
      assertThat(TestAgent.fields(guest.next("PONG"))).containsExactly("type", "ts");
      guest.ask("LIST_CHANNELS");
      assertThat(guest.next("CHANNELS").path("list").size()).isGreaterThanOrEqualTo(3);
      for (var type : new String[] {"JOIN", "LEAVE", "LIST_AGENTS", "CREATE_CHANNEL", "HISTORY"}) {
        guest.ask(type, "channel", "#general");
      }
      guest.ask("INVITE", "channel", "#general", "agent", "@x");
      guest.say("#general", "hello");
      guest.ask("SET_PRESENCE", "status", "away");
      guest.ask("SET_NICK", "nick", "guest");
      for (int i = 0; i < 9; i++) {
        var error = guest.next("ERROR");
        assertThat(error.path("code").asString()).isEqualTo("AUTH_REQUIRED");
        assertThat(error.path("message").asString()).isEqualTo("Must IDENTIFY first");
      }
      guest.ask("TYPING", "channel", "#general");
      assertThat(guest.soFar()).as("TYPING is ignored in silence").isEmpty();
    }
  }

  @Test
  void identify_twice_is_invalid_and_the_connection_stays() {
    try (var ann = TestAgent.join(server, "ann")) {
      ann.ask("IDENTIFY", "name", "other");
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      ann.ask("VERIFY_IDENTITY", "challenge_id", "x", "signature", "y", "timestamp", 1);
      assertThat(ann.error()).isEqualTo("INVALID_MSG");
      ann.say("#general", "still ann").awaitContent("still ann");
    }
  }

  @Test
  void identify_while_a_challenge_is_pending_is_invalid_and_the_challenge_still_counts() {
    var identity = Identity.generate();
    try (var bob = TestAgent.connect(server)) {
      var challenge = bob.challenged("bob", identity);
      bob.ask("IDENTIFY", "name", "bob");
      var error = bob.await("ERROR");
      assertThat(error.path("code").asString()).isEqualTo("INVALID_MSG");
      assertThat(error.path("message").asString()).isEqualTo("Challenge already pending");
      bob.answer(challenge, identity);
      bob.next("WELCOME");
    }
  }

  @Test
  void a_wrong_signature_uses_the_challenge_up_and_a_new_identify_is_allowed() {
    var identity = Identity.generate();
    try (var bob = TestAgent.connect(server)) {
      var challenge = bob.challenged("bob", identity);
      bob.answer(challenge, Identity.generate());
      var failed = bob.next("ERROR");
      assertThat(failed.path("code").asString()).isEqualTo("VERIFICATION_FAILED");
      assertThat(failed.path("message").asString()).isEqualTo("Invalid signature");
      bob.answer(challenge, identity);
      var gone = bob.next("ERROR");
      assertThat(gone.path("code").asString()).isEqualTo("VERIFICATION_EXPIRED");
      assertThat(gone.path("message").asString()).contains("Challenge not found");
      bob.identify("bob", identity);
      bob.next("WELCOME");
    }
  }

  @Test
  void an_answer_to_another_connections_challenge_is_refused_and_harms_neither() {
    var identity = Identity.generate();
    try (var honest = TestAgent.connect(server);
        var thief = TestAgent.connect(server)) {
      var challenge = honest.challenged("bob", identity);
      thief.answer(challenge, identity);
      assertThat(thief.error()).isEqualTo("INVALID_MSG");
      thief.challenged("bob", identity);
      thief.answer(challenge, identity);
      assertThat(thief.error()).isEqualTo("INVALID_MSG");
      honest.answer(challenge, identity);
      honest.next("WELCOME");
    }
  }

  @Test
  void an_answer_that_worked_once_does_not_work_again() {
    var identity = Identity.generate();
    try (var bob = TestAgent.connect(server);
        var replayer = TestAgent.connect(server)) {
      var challenge = bob.challenged("bob", identity);
      bob.answer(challenge, identity);
      bob.next("WELCOME");
      replayer.answer(challenge, identity);
      assertThat(replayer.error()).isEqualTo("VERIFICATION_EXPIRED");
      var other = replayer.challenged("bob", identity);
      assertThat(other.path("nonce")).isNotEqualTo(challenge.path("nonce"));
      replayer.answer(challenge, identity);
      assertThat(replayer.error()).isEqualTo("VERIFICATION_EXPIRED");
    }
  }

  @Test
  void the_name_server_is_refused_in_any_case_and_another_name_may_follow() {
    try (var ann = TestAgent.connect(server)) {
      for (var name : new String[] {"server", "Server", "SERVER"}) {
        ann.ask("IDENTIFY", "name", name);
        assertThat(ann.next("ERROR").path("code").asString()).isEqualTo("INVALID_NAME");
      }
      ann.ask("IDENTIFY", "name", "honest");
      ann.next("WELCOME");
    }
  }

  @Test
  void names_that_are_not_names_and_keys_that_are_not_keys_are_invalid() {
    try (var ann = TestAgent.connect(server)) {
      for (var name : new String[] {"", "a b", "ann\n", "é", "x".repeat(33), "@ann"}) {
        ann.ask("IDENTIFY", "name", name);
        assertThat(ann.next("ERROR").path("code").asString()).as(name).isEqualTo("INVALID_MSG");
      }
      for (var key : new String[] {"", "key", "-----BEGIN PUBLIC KEY-----\nAAAA\n"}) {
        ann.ask("IDENTIFY", "name", "ann", "pubkey", key);
        assertThat(ann.next("ERROR").path("code").asString()).as(key).isEqualTo("INVALID_MSG");
      }
      ann.ask("IDENTIFY", "name", "x".repeat(32));
      ann.next("WELCOME");
    }
  }

  @Test
  void the_id_belongs_to_the_key_text_exactly_as_sent() {
    var identity = Identity.generate();
    var pem = identity.publicKey().pem();
    try (var bob = TestAgent.connect(server)) {
      bob.ask("IDENTIFY", "name", "bob", "pubkey", pem + "\n");
      bob.answer(bob.next("CHALLENGE"), identity);
      assertThat(bob.next("WELCOME").path("agent_id").asString())
          .matches("@[0-9a-f]{16}")
          .isNotEqualTo("@" + identity.agentId());
    }
  }

  @Test
  void two_agents_may_have_one_name() {
    try (var one = TestAgent.join(server, "twin");
        var two = TestAgent.join(server, "twin")) {
      assertThat(one.id()).isNotEqualTo(two.id());
    }
  }
}
