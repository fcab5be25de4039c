package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.TokenText;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEvent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tokens on a real server: made by an administrator, shown by a program. */
class TokenTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private TestAgent admin;

  @BeforeEach
  void start() {
    start("TRUSTED_PROXIES", "127.0.0.1");
  }

  private void start(String... more) {
    var environment = new String[more.length + 6];
    System.arraycopy(
        new String[] {
          "AGENTCHAT_ADMIN_KEY", KEY, "TAKEOVER_WAIT_MS", "250", "AGENTCHAT_CB_POLL_MS", "5"
        },
        0,
        environment,
        0,
        6);
    System.arraycopy(more, 0, environment, 6, more.length);
    server = ServerFixture.start(folder, environment);
    admin = TestAgent.connect(server);
  }

  @AfterEach
  void stop() {
    admin.close();
    server.close();
  }

  private static TestAgent order(TestAgent by, String type, Object... fields) {
    var all = new Object[fields.length + 2];
    all[0] = "admin_key";
    all[1] = KEY;
    System.arraycopy(fields, 0, all, 2, fields.length);
    return by.ask(type, all);
  }

  private static Object scopes(String... words) {
    return new TestAgent.RawJson("[\"" + String.join("\",\"", words) + "\"]");
  }

  private JsonNode make(String identity, String... words) {
    order(
        admin, "ADMIN_TOKEN_NEW", "name", "ci", "scopes", scopes(words), "new_identity", identity);
    return admin.next("ADMIN_RESULT");
  }

  private static String token(JsonNode made) {
    return made.path("token").asString("");
  }

  private TestAgent join(JsonNode made) {
    var agent = TestAgent.connect(server);
    agent.ask("IDENTIFY", "token", token(made));
    agent.welcomed();
    return agent;
  }

  private JsonNode refused(String token, String... headers) {
    try (var agent = TestAgent.connect(server, headers)) {
      agent.ask("IDENTIFY", "name", "eve", "token", token);
      return agent.next("ERROR");
    }
  }

  private static void assertError(JsonNode error, String code, String text) {
    assertThat(error.path("code").asString()).as(error.toString()).isEqualTo(code);
    assertThat(error.path("message").asString()).contains(text);
  }

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
  void a_token_in_clear_text_from_elsewhere_is_refused_even_if_it_is_right() {
    var token = token(make("ci-bot", "observe"));
    var text = "not accepted in clear text";
    assertError(refused(token, "X-Forwarded-For", "9.9.9.9"), "NOT_ALLOWED", text);
    assertError(
        refused(token, "X-Forwarded-For", "9.9.9.9", "X-Forwarded-Proto", "http"),
        "NOT_ALLOWED",
        text);
    try (var bot =
        TestAgent.connect(server, "X-Forwarded-For", "9.9.9.9", "X-Forwarded-Proto", "https")) {
      bot.ask("IDENTIFY", "token", token).await("WELCOME");
    }
  }

  @Test
  void guesses_are_limited_per_address_and_do_not_lock_out_a_right_token() {
    var made = make("ci-bot", "observe");
    var wrong = TokenText.of(new byte[TokenText.ID_LENGTH + TokenText.SECRET_LENGTH]).full();
    var sameId =
        new TokenText(made.path("token_id").asString(), "a".repeat(TokenText.SECRET_LENGTH)).full();
    try (var eve = TestAgent.connect(server)) {
      for (int i = 0; i < 20; i++) {
        eve.ask("IDENTIFY", "token", i % 3 == 0 ? wrong : i % 3 == 1 ? sameId : "rubbish");
        assertError(eve.next("ERROR"), "AUTH_REQUIRED", "Invalid token");
      }
      eve.ask("IDENTIFY", "token", sameId);
      assertError(eve.next("ERROR"), "RATE_LIMITED", "Too many wrong tokens; wait");
      eve.ask("IDENTIFY", "token", token(made)).await("WELCOME");
    }
  }

  @Test
  void the_list_shows_everything_but_the_secret_and_the_audit_knows_who_did_what() {
    var made = make("ci-bot", "send", "observe");
    join(made).close();
    join(made).close();
    refused("rubbish");
    order(admin, "ADMIN_TOKEN_LIST");
    var list = admin.next("ADMIN_RESULT");
    assertThat(list.toString()).doesNotContain(token(made)).doesNotContain("hash");
    var row = list.path("tokens").get(0);
    assertThat(row.path("name").asString()).isEqualTo("ci");
    assertThat(row.path("state").asString()).isEqualTo("live");
    assertThat(row.path("used_at").asLong()).isGreaterThan(0);
    assertThat(row.path("expires_at").asLong() - row.path("created_at").asLong())
        .isEqualTo(90L * 86_400_000);
    order(admin, "ADMIN_TOKEN_REVOKE", "token_id", made.path("token_id").asString());
    admin.next("ADMIN_RESULT");
    stop();
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      var events = store.reads(EventReads.class).events(0, 1000);
      assertThat(events)
          .extracting(StoredEvent::kind)
          .filteredOn(kind -> kind.startsWith("token.") || kind.startsWith("admin."))
          .containsExactly(
              "admin.token_new",
              "token.created",
              "token.used",
              "token.refused",
              "admin.token_list",
              "admin.token_revoke",
              "token.revoked");
      assertThat(events.toString()).doesNotContain(token(made).substring(20));
    }
    start();
  }

  @Test
  void the_data_folder_holds_no_token_and_no_private_key() throws IOException {
    var made = make("ci-bot", "send", "observe");
    join(made).close();
    var secret = TokenText.parse(token(made)).orElseThrow().secret();
    stop();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var content = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(content).as(file.toString()).doesNotContain(secret, "PRIVATE KEY");
      }
    }
    start();
  }

  @Test
  void without_its_server_key_the_server_starts_says_so_and_the_identity_waits()
      throws IOException, InterruptedException {
    var made = make("ci-bot", "observe");
    stop();
    var file = folder.resolve("server.key");
    var key = Files.readString(file);
    Files.delete(file);
    start();
    assertThat(get("/health").body()).contains("\"failing\":[\"server.key\"]");
    assertError(refused(token(made)), "NOT_ALLOWED", "server.key");
    order(admin, "ADMIN_TOKEN_NEW", "name", "y", "scopes", scopes("send"), "new_identity", "other");
    assertError(admin.next("ERROR"), "NOT_ALLOWED", file + " is missing");
    assertThat(file).doesNotExist();
    Files.writeString(file, key);
    join(made).close();
    assertThat(get("/health").body()).contains("\"failing\":[]");
  }

  @Test
  void a_token_in_a_url_is_refused_also_when_it_is_encoded()
      throws IOException, InterruptedException {
    var token = token(make("ci-bot", "observe"));
    for (var target :
        List.of("/health?token=" + token, "/" + token, "/?a=" + token.replace("_", "%5f"))) {
      var answer = get(target);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("Authorization: Bearer").doesNotContain(token);
    }
  }

  private HttpResponse<String> get(String target) throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + server.port() + target);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void a_token_in_a_chat_message_is_cut() {
    var token = token(make("ci-bot", "observe"));
    try (var ann = TestAgent.join(server, "ann")) {
      ann.say("#general", "use " + token + " please");
      ann.awaitContent("use [REDACTED:reveille_token] please");
    }
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
