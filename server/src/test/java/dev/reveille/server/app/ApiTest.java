package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.server.edge.http.Route.Audience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The JSON API on a real server. */
class ApiTest {
  private static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @BeforeEach
  void start() {
    start("RATE_LIMIT_MS", "0");
  }

  private void start(String name, String value) {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", KEY, name, value);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** A program with a token, and what the server said when it was made. */
  private record Program(Web web, String id, String token) {
    Web.Answer send(String json) throws IOException {
      return web.post("/api/v1/messages", json);
    }
  }

  private Program program(String name, String scopes) {
    return program("new_identity", name, scopes);
  }

  private Program program(String field, String identity, String scopes) {
    try (var admin = TestAgent.connect(server)) {
      if (identity.isEmpty()) {
        admin.ask(
            "ADMIN_TOKEN_NEW",
            "admin_key",
            KEY,
            "name",
            "t",
            "scopes",
            new TestAgent.RawJson(scopes));
      } else {
        admin.ask(
            "ADMIN_TOKEN_NEW",
            "admin_key",
            KEY,
            "name",
            "t",
            "scopes",
            new TestAgent.RawJson(scopes),
            field,
            identity);
      }
      var made = admin.next("ADMIN_RESULT");
      var token = made.path("token").asString("");
      var web = Web.of(server).with("Authorization", "Bearer " + token);
      return new Program(web, made.path("agent_id").asString(""), token);
    }
  }

  private static void assertProblem(Web.Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.json().path("code").asString("")).isEqualTo(code);
  }

  @Test
  void a_message_is_stored_when_it_is_answered_and_arrives_as_from_the_identity() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    try (var ann = TestAgent.join(server, "ann")) {
      var sent = bot.send("{\"to\":\"#general\",\"content\":\"built\",\"tags\":[\"ci\"]}");
      assertThat(sent.status()).as(sent.body()).isEqualTo(201);
      var heard = ann.awaitContent("built");
      assertThat(heard.path("from").asString()).isEqualTo(bot.id());
      assertThat(heard.path("from_name").asString()).isEqualTo("ci-bot");
      assertThat(heard.path("verified").asBoolean(true)).isFalse();
      assertThat(heard.path("seq").asLong()).isEqualTo(sent.json().path("seq").asLong());
      assertThat(heard.path("msg_id").asString()).isEqualTo(sent.json().path("id").asString());
      assertThat(sent.json().path("ts").asLong()).isEqualTo(heard.path("ts").asLong());
      assertThat(ann.soFar("AGENT_JOINED")).as("it is not present").isEmpty();
    }
    assertThat(bot.web().get("/api/v1/agents").body()).doesNotContain(bot.id());
    stop();
    start();
    var page =
        Web.of(server)
            .with("Authorization", "Bearer " + bot.token())
            .get("/api/v1/channels/general/messages");
    assertThat(page.body()).contains("\"content\":\"built\"", "\"tags\":[\"ci\"]");
  }

  @Test
  void a_repeat_of_a_key_has_no_second_effect() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    var message = "{\"to\":\"#general\",\"content\":\"once\",\"client_msg_id\":\"k1\"}";
    var first = bot.send(message);
    assertThat(first.status()).as(first.body()).isEqualTo(201);
    assertThat(first.json().path("client_msg_id").asString()).isEqualTo("k1");
    assertThat(bot.send(message).body()).isEqualTo(first.body());
    var keyed = bot.web().with("Idempotency-Key", "k1");
    assertThat(keyed.post("/api/v1/messages", "{\"to\":\"#general\",\"content\":\"once\"}").body())
        .isEqualTo(first.body());
    assertProblem(
        keyed.post(
            "/api/v1/messages", "{\"to\":\"#general\",\"content\":\"x\",\"client_msg_id\":\"k2\"}"),
        400,
        "INVALID_MSG");
    var page = bot.web().get("/api/v1/channels/general/messages").body();
    assertThat(page.split("\"once\"", -1)).hasSize(2);
  }

  @Test
  void a_direct_message_reaches_a_body_and_a_mailbox_and_its_text_is_for_nobody_else()
      throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    var away = program("away", "[\"send\",\"observe\"]");
    try (var ann = TestAgent.join(server, "ann")) {
      var sent = bot.send("{\"to\":\"@ann\",\"content\":\"psst\"}");
      assertThat(sent.status()).as(sent.body()).isEqualTo(201);
      assertThat(sent.json().path("to").asString()).isEqualTo(ann.id());
      assertThat(ann.awaitContent("psst").path("from").asString()).isEqualTo(bot.id());
    }
    var waiting = bot.send("{\"to\":\"" + away.id() + "\",\"content\":\"later\"}");
    assertThat(waiting.status()).as(waiting.body()).isEqualTo(201);
    try (var body = TestAgent.connect(server)) {
      body.ask("IDENTIFY", "token", away.token());
      body.awaitContent("later");
      // Its program speaks meanwhile: the body stays, and gets the channel's copy.
      assertThat(away.send("{\"to\":\"#general\",\"content\":\"aside\"}").status()).isEqualTo(201);
      assertThat(body.awaitContent("aside").has("client_msg_id")).isFalse();
      body.say("#general", "still me");
      body.awaitContent("still me");
      assertThat(away.web().get("/api/v1/me").json().path("present").asBoolean()).isTrue();
    }
    for (var target : List.of("/api/v1/channels", "/api/v1/channels/general/messages")) {
      assertThat(away.web().get(target).body()).doesNotContain("psst").doesNotContain("later");
    }
    assertProblem(
        bot.web().get("/api/v1/channels/%40" + away.id().substring(1) + "/messages"),
        404,
        "CHANNEL_NOT_FOUND");
  }

  @Test
  void a_private_channel_is_for_its_members() throws Exception {
    var member = program("member", "[\"send\",\"observe\"]");
    var other = program("other", "[\"send\",\"observe\"]");
    try (var body = TestAgent.connect(server)) {
      body.ask("IDENTIFY", "token", member.token());
      body.welcomed();
      body.ask("CREATE_CHANNEL", "channel", "#den", "invite_only", true);
      body.await("JOINED");
      body.say("#den", "secret plan");
      body.awaitContent("secret plan");
    }
    var message = "{\"to\":\"#den\",\"content\":\"from afar\"}";
    var sent = member.send(message);
    assertThat(sent.status()).as(sent.body()).isEqualTo(201);
    assertThat(member.web().get("/api/v1/channels/den/messages").body())
        .contains("secret plan", "from afar");
    assertThat(member.web().get("/api/v1/channels").body()).contains("#den");
    assertProblem(other.send(message), 403, "NOT_INVITED");
    assertProblem(other.web().get("/api/v1/channels/den/messages"), 404, "CHANNEL_NOT_FOUND");
    assertProblem(other.web().get("/api/v1/channels/den/members"), 404, "CHANNEL_NOT_FOUND");
    assertThat(other.web().get("/api/v1/channels").body()).doesNotContain("#den");
    var observer = program("", "[\"observe\"]");
    assertProblem(observer.web().get("/api/v1/channels/den/messages"), 404, "CHANNEL_NOT_FOUND");
  }

  @Test
  void refusals_of_the_chat_have_fitting_statuses() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    assertProblem(bot.send("{\"to\":\"#nowhere\",\"content\":\"x\"}"), 404, "CHANNEL_NOT_FOUND");
    assertProblem(bot.send("{\"to\":\"@nobody\",\"content\":\"x\"}"), 404, "AGENT_NOT_FOUND");
    for (var body :
        List.of(
            "",
            "[]",
            "{",
            "{}",
            "{\"to\":\"general\",\"content\":\"x\"}",
            "{\"to\":\"#general\"}",
            "{\"to\":\"#general\",\"content\":7}",
            "{\"type\":\"ADMIN_KICK\",\"to\":7}")) {
      assertProblem(bot.send(body), 400, "INVALID_MSG");
    }
    assertThat(
            bot.web()
                .with("Content-Type", "text/plain")
                .ask("POST", "/api/v1/messages", "{}")
                .status())
        .isEqualTo(415);
    stop();
    start("RATE_LIMIT_MS", "60000");
    var web = Web.of(server).with("Authorization", "Bearer " + bot.token());
    var quick = "{\"to\":\"#general\",\"content\":\"quick\"}";
    assertThat(web.post("/api/v1/messages", quick).status()).isEqualTo(201);
    var refused = web.post("/api/v1/messages", quick);
    assertProblem(refused, 429, "RATE_LIMITED");
    assertThat(refused.header("Retry-After")).isEqualTo("60");
  }

  @Test
  void markers_are_carried_out_and_the_callback_waits_for_the_agent() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    var sent = bot.send("{\"to\":\"#general\",\"content\":\"@@cb:1s@@stretch\"}");
    assertThat(sent.status()).as(sent.body()).isEqualTo(202);
    try (var body = TestAgent.connect(server)) {
      body.ask("IDENTIFY", "token", bot.token());
      body.await(m -> TestAgent.content(m).equals("@@cb-fire@@stretch"));
    }
    var refused = bot.send("{\"to\":\"#general\",\"content\":\"hi @@cb:1s#nowhere@@x\"}");
    assertThat(refused.status()).as(refused.body()).isEqualTo(201);
    assertThat(refused.json().path("cb_errors").toString()).isEqualTo("[\"CHANNEL\"]");
  }

  @Test
  void a_side_session_wakes_and_puts_to_sleep_the_body_and_never_itself() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    try (var body = TestAgent.connect(server);
        var ann = TestAgent.join(server, "ann")) {
      body.ask("IDENTIFY", "token", bot.token());
      body.welcomed();
      assertThat(bot.send("{\"to\":\"#general\",\"content\":\"bye @@sleep:600s@@\"}").status())
          .isEqualTo(201);
      ann.await(m -> m.path("presence").asString("").equals("sleeping"));
      assertThat(bot.send("{\"to\":\"#general\",\"content\":\"back\"}").status()).isEqualTo(201);
      body.await(m -> TestAgent.content(m).equals("@@wake@@"));
      body.say("#general", "here");
      ann.awaitContent("here");
    }
  }

  @Test
  void a_token_is_needed_always_and_only_in_its_header() throws Exception {
    var web = Web.of(server);
    for (var target : List.of("/api/v1/me", "/api/v1/channels", "/api/v1/agents")) {
      var answer = web.get(target);
      assertProblem(answer, 401, "");
      assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    }
    assertProblem(web.with("Authorization", "Bearer nonsense").get("/api/v1/me"), 401, "");
    assertProblem(web.with("Authorization", "Basic eDp5").get("/api/v1/me"), 401, "");
    assertProblem(web.get("/api/v1/me?access_token=x"), 400, "");
    var observer = program("", "[\"observe\"]");
    assertThat(observer.web().get("/api/v1/channels").status()).isEqualTo(200);
    assertProblem(observer.send("{\"to\":\"#general\",\"content\":\"x\"}"), 403, "AUTH_REQUIRED");
    var unbound = program("", "[\"send\"]");
    assertProblem(unbound.send("{\"to\":\"#general\",\"content\":\"x\"}"), 403, "AUTH_REQUIRED");
    assertProblem(unbound.web().get("/api/v1/agents"), 403, "AUTH_REQUIRED");
    int status = 0;
    for (int i = 0; i < 200 && status != 429; i++) {
      var answer = web.with("Authorization", "Bearer guess" + i).get("/api/v1/me");
      status = answer.status();
      if (status == 429) assertThat(answer.header("Retry-After")).isNotEmpty();
    }
    assertThat(status).isEqualTo(429);
    assertThat(observer.web().get("/api/v1/me").status()).as("a right one").isEqualTo(200);
  }

  @Test
  void a_banned_identity_and_a_revoked_token_send_nothing() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    var gone = program("ci-old", "[\"send\",\"observe\"]");
    try (var admin = TestAgent.connect(server)) {
      admin.ask("ADMIN_BAN", "admin_key", KEY, "agent_id", bot.id());
      admin.next("ADMIN_RESULT");
      var id = gone.web().get("/api/v1/me").json().path("token").asString("");
      admin.ask("ADMIN_TOKEN_REVOKE", "admin_key", KEY, "token_id", id);
      admin.next("ADMIN_RESULT");
    }
    var refused = bot.send("{\"to\":\"#general\",\"content\":\"x\"}");
    assertThat(refused.status()).as(refused.body()).isIn(401, 403);
    assertProblem(gone.send("{\"to\":\"#general\",\"content\":\"x\"}"), 401, "");
    var observer = program("", "[\"observe\"]");
    assertThat(observer.web().get("/api/v1/channels/general/messages").body())
        .doesNotContain("\"x\"");
  }

  @Test
  void foreign_hosts_and_pages_are_refused() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    assertProblem(bot.web().with("Host", "evil.example").get("/api/v1/me"), 421, "");
    assertProblem(bot.web().with("Origin", "https://evil.example").get("/api/v1/me"), 403, "");
    assertThat(bot.web().get("/api/v1/me").headers().keySet())
        .noneMatch(name -> name.startsWith("access-control"));
    stop();
    start("ALLOWED_HOSTS", "Chat.Example");
    var web = Web.of(server).with("Authorization", "Bearer " + bot.token());
    assertThat(web.with("Host", "chat.example:80").get("/api/v1/me").status()).isEqualTo(200);
  }

  @Test
  void history_is_read_in_pages_and_a_page_that_is_known_is_not_sent_again() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    for (int i = 1; i <= 7; i++) {
      assertThat(bot.send("{\"to\":\"#agents\",\"content\":\"m" + i + "\"}").status())
          .isEqualTo(201);
    }
    var first = bot.web().get("/api/v1/channels/agents/messages?after=0&limit=3");
    assertThat(first.json().path("messages")).hasSize(3);
    assertThat(first.json().path("more").asBoolean()).isTrue();
    long last = first.json().path("last_seq").asLong();
    var rest = bot.web().get("/api/v1/channels/%23agents/messages?limit=500&after=" + last);
    assertThat(rest.json().path("more").asBoolean()).isFalse();
    assertThat(rest.json().path("messages").get(0).path("seq").asLong()).isEqualTo(last + 1);
    var newest = bot.web().get("/api/v1/channels/agents/messages?limit=2");
    assertThat(newest.body()).contains("\"m6\"", "\"m7\"").doesNotContain("\"m5\"");
    assertThat(
            bot.web()
                .with("If-None-Match", first.header("ETag"))
                .get("/api/v1/channels/agents/messages?after=0&limit=3")
                .status())
        .isEqualTo(304);
    for (var query : List.of("after=x", "after=-1", "limit=", "after=1&before=2", "limit=1e3")) {
      assertProblem(bot.web().get("/api/v1/channels/agents/messages?" + query), 400, "");
    }
  }

  @Test
  void the_document_tells_of_every_request_and_of_nothing_else() throws Exception {
    var told = new TreeSet<String>();
    var document = Web.of(server).get("/api/v1/openapi.json").json();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        told.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        for (var schema : method.getValue().findValues("$ref")) resolves(document, schema);
      }
    }
    var there = new TreeSet<String>();
    for (var route : server.routes()) {
      boolean inApi =
          route.audience() == Audience.PROGRAMS && route.target().startsWith("/api/v1/");
      if (inApi) there.add(route.method() + " " + route.target());
    }
    there.remove("GET /api/v1/openapi.json");
    assertThat(told).isEqualTo(there).hasSizeGreaterThan(5);
    assertThat(document.path("openapi").asString("")).isEqualTo("3.1.0");
  }

  private static void resolves(JsonNode document, JsonNode reference) {
    var name = reference.asString("").replace("#/components/schemas/", "");
    assertThat(document.path("components").path("schemas").has(name)).as(name).isTrue();
  }

  @Test
  void a_client_of_http_2_can_use_it() throws Exception {
    var bot = program("ci-bot", "[\"send\",\"observe\"]");
    try (var http = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + server.port() + "/api/v1/messages");
      var request =
          HttpRequest.newBuilder(uri)
              .header("Authorization", "Bearer " + bot.token())
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString("{\"to\":\"#general\",\"content\":\"two\"}"))
              .build();
      for (int i = 0; i < 3; i++) {
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(Json.read(answer.body()).orElseThrow().path("seq").asLong()).isPositive();
      }
    }
  }
}
