package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.server.store.EventLog;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Keys, files, what is written down, and what a wrong key costs. */
class AuditTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path folder = Path.of("");

  private Server start(String... environment) {
    var all = new String[environment.length + 2];
    all[0] = "AGENTCHAT_ADMIN_KEY";
    all[1] = KEY;
    System.arraycopy(environment, 0, all, 2, environment.length);
    return ServerFixture.start(folder, all);
  }

  private List<JsonNode> audit() {
    try (var log = EventLog.open(folder)) {
      return log.after(0, 10_000).stream()
          .map(e -> Json.read(EventLog.json(e)).orElseThrow())
          .toList();
    }
  }

  private List<JsonNode> audit(String kind) {
    return audit().stream().filter(e -> e.path("kind").asString("").equals(kind)).toList();
  }

  private static HttpResponse<String> connections(Server server, String... headers)
      throws Exception {
    var uri = URI.create("http://127.0.0.1:" + server.port() + "/api/connections");
    var request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) request.headers(headers);
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void the_first_start_makes_a_key_that_works_for_every_order() throws Exception {
    try (var server = ServerFixture.start(folder);
        var admin = TestAgent.connect(server)) {
      var file = folder.resolve("admin.key");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      var key = Files.readString(file).strip();
      admin.ask("ADMIN_BAN", "admin_key", key, "agent_id", "x").await("ADMIN_RESULT");
      admin.ask("ADMIN_MOTD", "admin_key", key, "motd", "hi").await("ADMIN_RESULT");
      assertThat(connections(server, "X-Admin-Key", key).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_key_that_a_person_set_is_written_nowhere() throws Exception {
    try (var server = start();
        var admin = TestAgent.join(server, "ann")) {
      admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", "x").await("ADMIN_RESULT");
      admin.ask("ADMIN_BAN", "admin_key", KEY + "x", "agent_id", "x").await("ERROR");
    }
    assertThat(folder.resolve("admin.key")).doesNotExist();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        assertThat(
                new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(KEY);
      }
    }
  }

  @Test
  void what_administrators_do_and_try_is_written_down_without_what_was_said() {
    var identity = Identity.generate();
    var id = "@" + identity.agentId();
    try (var server = start();
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob", identity)) {
      ann.ask("ADMIN_MOTD", "admin_key", KEY, "motd", "secret plan").await("ADMIN_RESULT");
      ann.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", id, "reason", "spam")
          .await("ADMIN_RESULT");
      bob.closeCode();
      ann.ask("ADMIN_KICK", "admin_key", KEY, "agent_id", "nobody").await("ERROR");
      ann.ask("ADMIN_KICK", "admin_key", "wrong", "agent_id", "somebody").await("ERROR");
      ann.soFar();
      var ban = audit("admin.ban").getFirst();
      assertThat(ban.path("agent").asString()).isEqualTo(id);
      assertThat(ban.path("detail").toString())
          .isEqualTo(
              "{\"action\":\"ban\",\"by\":\""
                  + ann.id()
                  + "\",\"address\":\"127.0.0.1\",\"reason\":\"spam\"}");
      assertThat(audit("agent.banned")).hasSize(1);
      assertThat(audit("admin.motd")).hasSize(1);
      assertThat(audit("admin.refused"))
          .extracting(
              e -> e.path("agent").asString(), e -> e.path("detail").path("code").asString())
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("@nobody", "AGENT_NOT_FOUND"),
              org.assertj.core.groups.Tuple.tuple("@somebody", "AUTH_REQUIRED"));
      assertThat(audit()).extracting(e -> e.path("kind").asString()).contains("agent.online");
      assertThat(audit().toString()).doesNotContain("secret plan");
    }
  }

  @Test
  void without_an_audit_nothing_of_administrators_is_written_down() {
    try (var server = start("AUDIT_LOG", "false");
        var ann = TestAgent.join(server, "ann")) {
      ann.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", "x").await("ADMIN_RESULT");
      ann.ask("ADMIN_BAN", "admin_key", "wrong", "agent_id", "x").await("ERROR");
      ann.soFar();
    }
    assertThat(audit()).noneMatch(e -> e.path("kind").asString().startsWith("admin."));
    assertThat(audit()).isNotEmpty();
  }

  @Test
  void the_audit_is_also_a_file_if_one_is_named_and_goes_on_in_it() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (var server = start("AUDIT_LOG", "audit.jsonl");
          var admin = TestAgent.connect(server)) {
        admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", "x" + i).await("ADMIN_RESULT");
      }
    }
    var lines = Files.readAllLines(folder.resolve("audit.jsonl"));
    assertThat(lines).filteredOn(line -> line.contains("admin.ban")).hasSize(2);
    assertThat(lines.stream().map(l -> Json.read(l).orElseThrow().path("id").asLong()))
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("audit.jsonl"))))
        .isEqualTo("rw-------");
  }

  @Test
  void an_audit_file_that_cannot_be_written_stops_the_start() {
    assertThatThrownBy(() -> start("AUDIT_LOG", "nowhere/audit.jsonl").close())
        .hasMessageContaining("AUDIT_LOG");
  }

  @Test
  void bans_survive_a_restart_in_the_store_even_if_their_file_is_gone() throws Exception {
    var identity = Identity.generate();
    try (var server = start();
        var admin = TestAgent.connect(server)) {
      admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", identity.agentId());
      admin.await("ADMIN_RESULT");
    }
    var file = folder.resolve("bans.json");
    assertThat(Json.read(Files.readString(file)).orElseThrow().get(0).path("agentId").asString())
        .isEqualTo(identity.agentId());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.delete(file);
    try (var server = start();
        var bob = TestAgent.connect(server)) {
      bob.identify("bob", identity);
      assertThat(bob.error()).isEqualTo("BANNED");
    }
    assertThat(file).content().contains(identity.agentId());
  }

  @Test
  void a_file_of_bans_from_elsewhere_or_changed_by_hand_is_believed() throws Exception {
    var ann = Identity.generate();
    var bob = Identity.generate();
    var file = folder.resolve("bans.json");
    Files.writeString(
        file,
        """
        [
          {
            "agentId": "%s",
            "reason": "from the old house",
            "bannedAt": "2026-01-01T00:00:00.000Z",
            "bannedBy": "admin"
          }
        ]\
        """
            .formatted(ann.agentId()));
    try (var server = start();
        var agent = TestAgent.connect(server);
        var admin = TestAgent.connect(server)) {
      agent.identify("ann", ann);
      assertThat(agent.await("ERROR").path("message").asString()).contains("from the old house");
      admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", bob.agentId()).await("ADMIN_RESULT");
    }
    assertThat(file).content().contains("from the old house").contains(bob.agentId());
    Files.writeString(file, "[{\"agentId\":\"" + bob.agentId() + "\"}]");
    try (var server = start();
        var agent = TestAgent.connect(server)) {
      TestAgent.join(server, "ann", ann).close();
      agent.identify("bob", bob);
      assertThat(agent.error()).isEqualTo("BANNED");
    }
    assertThat(audit("admin.import")).hasSize(2);
  }

  @Test
  void a_broken_file_of_bans_stops_the_start_with_a_sentence_that_names_it() throws Exception {
    Files.writeString(folder.resolve("bans.json"), "[{\"agentId\":");
    assertThatThrownBy(() -> start().close())
        .hasMessageContaining("bans.json")
        .hasMessageContaining("not JSON");
  }

  @Test
  void who_guesses_is_slowed_down_and_a_key_that_nobody_guesses_still_opens() throws Exception {
    try (var server = start();
        var guesser = TestAgent.connect(server);
        var admin = TestAgent.connect(server)) {
      for (int i = 0; i < 5; i++) {
        guesser.ask("ADMIN_LIST", "admin_key", "guess" + i);
        assertThat(guesser.error()).isEqualTo("AUTH_REQUIRED");
      }
      for (int i = 0; i < 10; i++) {
        guesser.ask("ADMIN_LIST", "admin_key", "guess" + i);
        assertThat(guesser.error()).isEqualTo("RATE_LIMITED");
      }
      for (int i = 0; i < 15; i++) {
        assertThat(connections(server, "X-Admin-Key", "guess").statusCode()).isEqualTo(401);
      }
      assertThat(connections(server, "X-Admin-Key", "guess").statusCode()).isEqualTo(429);
      admin.ask("ADMIN_MOTD", "admin_key", KEY).await("ADMIN_RESULT");
      assertThat(connections(server, "X-Admin-Key", KEY).statusCode()).isEqualTo(200);
      assertThat(audit("admin.refused")).hasSizeBetween(21, 23);
    }
  }

  @Test
  void a_key_short_enough_to_be_guessed_is_held_up_by_guessing() {
    try (var server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", "sesame");
        var guesser = TestAgent.connect(server)) {
      for (int i = 0; i < 5; i++) guesser.ask("ADMIN_LIST", "admin_key", "guess" + i);
      guesser.soFar();
      guesser.ask("ADMIN_MOTD", "admin_key", "sesame");
      assertThat(guesser.error()).isEqualTo("RATE_LIMITED");
      assertThat(server.warnings()).anyMatch(w -> w.contains("guessed") && !w.contains("sesame"));
    }
  }

  @Test
  void connections_are_shown_to_administrators_alone() throws Exception {
    try (var server = start();
        var ann = TestAgent.connect(server, "User-Agent", "ann's own/1.0")) {
      ann.ask("IDENTIFY", "name", "ann");
      ann.welcomed();
      for (var refused : List.of(connections(server), connections(server, "X-Admin-Key", "no"))) {
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).isEqualTo("{\"error\":\"Unauthorized\"}");
        assertThat(refused.headers().firstValue("content-type")).hasValue("application/json");
      }
      var page = Json.read(connections(server, "X-Admin-Key", KEY).body()).orElseThrow();
      assertThat(page.path("count").asInt()).isEqualTo(1);
      var one = page.path("connections").get(0);
      assertThat(TestAgent.fields(one))
          .containsExactly(
              "agent_id", "ip", "country", "city", "lat", "lon", "connected_at", "user_agent");
      assertThat(one.path("agent_id").asString()).isEqualTo(ann.id().substring(1));
      assertThat(one.path("ip").asString()).isEqualTo("127.0.0.1");
      assertThat(one.path("country").isNull()).isTrue();
      assertThat(one.path("connected_at").asLong()).isPositive();
      assertThat(one.path("user_agent").asString()).isEqualTo("ann's own/1.0");
    }
  }

  @Test
  void listening_for_others_without_a_key_of_ones_own_is_warned_of() {
    try (var server = ServerFixture.start(folder, "HOST", "0.0.0.0")) {
      assertThat(server.warnings()).anyMatch(w -> w.contains("AGENTCHAT_ADMIN_KEY"));
    }
    try (var server = start("HOST", "0.0.0.0")) {
      assertThat(server.warnings()).noneMatch(w -> w.contains("AGENTCHAT_ADMIN_KEY"));
    }
  }
}
