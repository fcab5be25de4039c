package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.TokenText;
import org.junit.jupiter.api.Test;

/** Tokens on a real server: made by an administrator, shown by a program. */
class TokenTest extends TokenFixture {
  @Test
  void a_token_is_its_identity_and_outlives_the_server() {
    var made = make("ci-bot", "send", "observe");
    assertThat(TestAgent.fields(made))
        .containsExactly(
            "type",
            "ts",
            "action",
            "success",
            "token",
            "token_id",
            "name",
            "scopes",
            "agent_id",
            "expires_at",
            "identity");
    assertThat(TokenText.parse(token(made))).isPresent();
    try (var watcher = TestAgent.join(server, "watcher");
        var bot = TestAgent.connect(server)) {
      bot.ask("IDENTIFY", "token", token(made));
      var welcome = bot.next("WELCOME");
      assertThat(welcome.path("agent_id").asString()).isEqualTo(made.path("agent_id").asString());
      assertThat(welcome.path("name").asString()).isEqualTo("ci-bot");
      assertThat(welcome.path("verified").asBoolean(true)).isFalse();
      bot.say("#general", "built");
      assertThat(watcher.awaitContent("built").path("verified").asBoolean(true)).isFalse();
    }
    stop();
    start();
    try (var bot = join(made);
        var ann = TestAgent.join(server, "ann")) {
      ann.say(bot.id(), "well done");
      bot.awaitContent("well done");
    }
  }

  @Test
  void mail_for_a_token_agent_waits_also_before_it_first_comes() {
    var made = make("ci-bot", "observe");
    try (var ann = TestAgent.join(server, "ann")) {
      ann.say(made.path("agent_id").asString(), "first").awaitContent("first");
    }
    try (var bot = TestAgent.connect(server)) {
      bot.ask("IDENTIFY", "token", token(made)).awaitContent("first");
    }
  }

  @Test
  void a_name_of_its_own_is_allowed_and_a_key_beside_a_token_is_not() {
    var made = make("ci-bot", "observe");
    try (var bot = TestAgent.connect(server)) {
      bot.ask("IDENTIFY", "token", token(made), "pubkey", "x");
      assertError(bot.next("ERROR"), "INVALID_MSG", "only one");
      bot.ask("IDENTIFY", "token", token(made), "name", "server");
      assertThat(bot.error()).isEqualTo("INVALID_NAME");
      bot.ask("IDENTIFY", "token", token(made), "name", "night-bot");
      assertThat(bot.next("WELCOME").path("name").asString()).isEqualTo("night-bot");
    }
  }

  @Test
  void a_message_beyond_the_scopes_is_refused_and_the_session_goes_on() {
    var made = make("reader", "observe");
    try (var reader = join(made)) {
      reader.say("#general", "hello");
      assertError(reader.next("ERROR"), "NOT_ALLOWED", "MSG needs a token with the scope send");
      reader.ask("TYPING", "channel", "#general");
      reader.ask("CREATE_CHANNEL", "channel", "#mine");
      assertError(reader.next("ERROR"), "NOT_ALLOWED", "CREATE_CHANNEL");
      reader.ask("ADMIN_LIST");
      assertError(reader.next("ERROR"), "NOT_ALLOWED", "ADMIN_LIST needs a token with");
      reader.ask("HISTORY", "channel", "#general").await("HISTORY_PAGE");
      reader.ask("IDENTIFY", "token", token(made));
      assertError(reader.next("ERROR"), "INVALID_MSG", "Already identified");
    }
  }

  @Test
  void a_token_that_may_not_observe_cannot_identify() {
    assertError(
        refused(token(make("sender", "send"))), "NOT_ALLOWED", "IDENTIFY needs a token with");
  }

  @Test
  void a_token_bound_to_no_identity_cannot_identify_and_says_so() {
    order(admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("observe", "admin"));
    var made = admin.next("ADMIN_RESULT");
    assertThat(made.has("agent_id")).isFalse();
    assertError(refused(token(made)), "AUTH_REQUIRED", "bound to no identity");
  }

  @Test
  void a_token_with_the_scope_admin_takes_the_place_of_the_admin_key() {
    order(admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("admin"));
    var unbound = admin.next("ADMIN_RESULT");
    var bound = make("boss", "observe", "admin");
    var reader = make("reader", "observe");
    try (var other = TestAgent.connect(server);
        var boss = join(bound)) {
      other.ask("ADMIN_TOKEN_LIST", "admin_key", token(unbound));
      assertThat(other.next("ADMIN_RESULT").path("tokens")).hasSize(3);
      other.ask("ADMIN_TOKEN_LIST", "admin_key", token(reader));
      assertError(other.next("ERROR"), "NOT_ALLOWED", "scope admin");
      other.ask("ADMIN_TOKEN_LIST");
      assertError(other.next("ERROR"), "INVALID_MSG", "Missing admin_key");
      boss.ask("ADMIN_TOKEN_LIST");
      assertThat(boss.next("ADMIN_RESULT").path("identities")).hasSize(2);
    }
  }

  @Test
  void a_revoked_token_closes_its_session_before_the_order_is_answered() {
    var made = make("ci-bot", "send", "observe");
    order(
        admin, "ADMIN_TOKEN_NEW", "name", "two", "scopes", scopes("observe"), "identity", "CI-BOT");
    var second = admin.next("ADMIN_RESULT");
    assertThat(second.path("agent_id")).isEqualTo(made.path("agent_id"));
    try (var bot = join(made);
        var watcher = TestAgent.join(server, "watcher")) {
      order(admin, "ADMIN_TOKEN_REVOKE", "token_id", made.path("token_id").asString());
      assertThat(admin.next("ADMIN_RESULT").path("token_id")).isEqualTo(made.path("token_id"));
      assertError(bot.await("ERROR"), "NOT_ALLOWED", "token was revoked");
      assertThat(bot.closeCode()).isEqualTo(1000);
      watcher.awaitContent("ci-bot went offline");
    }
    assertError(refused(token(made)), "AUTH_REQUIRED", "Invalid token");
    join(second).close();
    order(admin, "ADMIN_TOKEN_REVOKE", "token_id", made.path("token_id").asString());
    admin.next("ADMIN_RESULT");
    order(admin, "ADMIN_TOKEN_REVOKE", "token_id", "aaaaaaaaaa");
    assertThat(admin.error()).isEqualTo("AGENT_NOT_FOUND");
  }

  @Test
  void a_revoked_identity_takes_all_its_tokens_and_sessions_with_it_for_ever() {
    var made = make("ci-bot", "send", "observe");
    try (var bot = join(made)) {
      order(admin, "ADMIN_IDENTITY_REVOKE", "identity", "ci-bot");
      assertThat(admin.next("ADMIN_RESULT").path("agent_id")).isEqualTo(made.path("agent_id"));
      assertError(bot.await("ERROR"), "NOT_ALLOWED", "revoked");
      bot.closing();
    }
    assertError(refused(token(made)), "AUTH_REQUIRED", "Invalid token");
    try (var ann = TestAgent.join(server, "ann")) {
      ann.say(made.path("agent_id").asString(), "anybody there?");
      assertThat(ann.error()).isEqualTo("AGENT_NOT_FOUND");
    }
    order(admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("send"), "identity", "ci-bot");
    assertThat(admin.error()).isEqualTo("AGENT_NOT_FOUND");
    // The name is free again, for another identity.
    assertThat(make("ci-bot", "observe").path("agent_id")).isNotEqualTo(made.path("agent_id"));
  }

  @Test
  void a_second_session_of_a_token_takes_over() {
    var made = make("ci-bot", "observe");
    try (var first = join(made);
        var second = join(made)) {
      first.await("SESSION_DISPLACED");
      second.ask("PING").await("PONG");
    }
  }

  @Test
  void a_banned_token_agent_stays_out_and_it_is_never_verified() {
    var made = make("ci-bot", "observe");
    try (var bot = join(made)) {
      order(admin, "ADMIN_VERIFY", "agent_id", bot.id(), "verified", true);
      assertError(admin.next("ERROR"), "NOT_ALLOWED", "never verified");
      try (var ann = TestAgent.join(server, "ann")) {
        ann.ask("VERIFY_REQUEST", "target", bot.id(), "nonce", "0123456789abcdef");
        assertError(ann.await("ERROR"), "NO_PUBKEY", "server keeps its key");
      }
      order(admin, "ADMIN_BAN", "agent_id", bot.id());
      admin.next("ADMIN_RESULT");
      bot.await("BANNED");
    }
    try (var bot = TestAgent.connect(server)) {
      bot.ask("IDENTIFY", "token", token(made));
      assertThat(bot.error()).isEqualTo("BANNED");
    }
  }

  @Test
  void a_strict_allowlist_lets_in_the_identities_that_an_administrator_made() {
    stop();
    start("ALLOWLIST_ENABLED", "true", "ALLOWLIST_STRICT", "true");
    join(make("ci-bot", "observe")).close();
  }

  @Test
  void orders_with_bad_fields_are_refused_with_a_reason() {
    order(admin, "ADMIN_TOKEN_NEW", "name", "a b", "scopes", scopes("send"));
    assertError(admin.next("ERROR"), "INVALID_MSG", "Invalid name");
    order(admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("send", "root"));
    assertError(admin.next("ERROR"), "INVALID_MSG", "Invalid scopes");
    order(admin, "ADMIN_TOKEN_NEW", "name", "x");
    assertError(admin.next("ERROR"), "INVALID_MSG", "Missing scopes");
    order(admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("send"), "expires_in", -1);
    assertError(admin.next("ERROR"), "INVALID_MSG", "Invalid expires_in");
    order(admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("send"), "identity", "nobody");
    assertError(admin.next("ERROR"), "AGENT_NOT_FOUND", "keeps no identity nobody");
    make("ci-bot", "send");
    order(
        admin, "ADMIN_TOKEN_NEW", "name", "x", "scopes", scopes("send"), "new_identity", "ci-bot");
    assertError(admin.next("ERROR"), "INVALID_NAME", "already");
    order(admin, "ADMIN_TOKEN_REVOKE", "token_id", "../etc");
    assertError(admin.next("ERROR"), "INVALID_MSG", "token_id");
    admin.ask("ADMIN_TOKEN_LIST", "admin_key", "guess");
    assertThat(admin.error()).isEqualTo("AUTH_REQUIRED");
  }

  @Test
  void the_loop_guard_slows_a_kept_identity_even_if_it_is_the_first_of_the_server() {
    var made = make("ci-bot", "send", "observe");
    stop();
    start("LOOP_TURNS", "3", "GENESIS_AGENT_ID", made.path("agent_id").asString().substring(1));
    try (var bot = join(made);
        var bob = TestAgent.join(server, "bob")) {
      String refused = null;
      for (int i = 0; i < 40 && refused == null; i++) {
        var speaker = i % 2 == 0 ? bot : bob;
        var text = (i % 2 == 0 ? bob : bot).id() + " " + i;
        speaker.say("#general", text);
        var answer =
            speaker.await(
                m -> TestAgent.type(m).equals("ERROR") || TestAgent.content(m).equals(text));
        if (TestAgent.type(answer).equals("ERROR")) refused = answer.path("code").asString();
      }
      assertThat(refused).isEqualTo("RATE_LIMITED");
    }
  }
}
