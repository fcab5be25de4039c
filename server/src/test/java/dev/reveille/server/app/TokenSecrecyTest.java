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
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A token and the key of its identity stay secret, and cannot be guessed. */
class TokenSecrecyTest extends TokenFixture {
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
}
