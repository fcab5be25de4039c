package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * News that a client of MCP gets without a tool: events that it polls, and notices of its stream.
 */
class McpEventsTest {
  private static final String ACCEPTED = "application/json, text/event-stream";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private String token;

  private String session = "";
  private String id = "";

  @BeforeEach
  void start() throws IOException {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY);
    token = McpMember.token(server, "ada");
    var begun =
        web()
            .post(
                "/mcp",
                request(
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"experimental\":{\"claude/channel\":{}}},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"));
    session = begun.header("Mcp-Session-Id");
    assertThat(Json.read(begun.body()).orElseThrow().path("result").path("capabilities").toString())
        .contains("\"events\":{\"listChanged\":false}")
        .contains("claude/channel");
    var joined = ask("tools/call", "{\"name\":\"join\",\"arguments\":{}}");
    id =
        Json.read(joined.path("result").path("content").path(0).path("text").asString(""))
            .orElseThrow()
            .path("id")
            .asString("");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Web web() {
    var web =
        Web.of(server)
            .with("Authorization", "Bearer " + token)
            .with("Content-Type", "application/json")
            .with("Accept", ACCEPTED);
    return session.isEmpty() ? web : web.with("Mcp-Session-Id", session);
  }

  private static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
        .formatted(method, params);
  }

  private JsonNode ask(String method, String params) throws IOException {
    return Json.read(web().post("/mcp", request(method, params)).body()).orElseThrow();
  }

  private JsonNode poll(String cursor, int timeoutMillis) throws IOException {
    return ask(
            "events/poll",
            "{\"name\":\"inbox.entry\",\"cursor\":%s,\"timeoutMs\":%d}"
                .formatted(cursor, timeoutMillis))
        .path("result");
  }

  @Test
  void a_poll_begins_now_waits_and_tells_of_each_entry_once_without_its_text() throws IOException {
    try (var bob = TestAgent.join(server, "bob")) {
      bob.say(id, "old").awaitContent("old");
      var begun = poll("null", 30_000);
      assertThat(begun.path("events")).isEmpty();
      bob.say(id, "new").awaitContent("new");
      var next = poll(begun.path("cursor").toString(), 30_000);
      var event = next.path("events").path(0);
      assertThat(next.path("events")).hasSize(1);
      assertThat(event.path("eventId").asString()).isEqualTo(id + "/2");
      assertThat(event.path("name").asString()).isEqualTo("inbox.entry");
      assertThat(event.path("data").path("from").asString()).isEqualTo("bob");
      assertThat(event.path("data").path("why").asString()).isEqualTo("dm");
      assertThat(next.toString()).doesNotContain("\"new\"");
      var again = poll(next.path("cursor").toString(), 30_000);
      assertThat(again.path("events")).isEmpty();
      assertThat(again.path("nextPollMs").asInt(0)).as("both wait for a listen").isPositive();
    }
  }

  @Test
  void the_catalog_says_that_poll_is_the_only_way_and_others_are_refused() throws IOException {
    var event = ask("events/list", "{}").path("result").path("events").path(0);
    assertThat(event.path("delivery").toString()).isEqualTo("[\"poll\"]");
    assertThat(code(ask("events/poll", "{\"name\":\"x\"}"))).isEqualTo(-32011);
    assertThat(code(ask("events/poll", "{\"name\":\"inbox.entry\",\"cursor\":\"?\"}")))
        .isEqualTo(-32602);
    assertThat(code(ask("events/poll", "{\"name\":\"inbox.entry\",\"arguments\":{\"colour\":1}}")))
        .isEqualTo(-32602);
    assertThat(code(ask("events/stream", "{}"))).isEqualTo(-32014);
    var hook = "{\"name\":\"inbox.entry\",\"delivery\":{\"url\":\"https://example.org\"}}";
    assertThat(code(ask("events/subscribe", hook))).isEqualTo(-32014);
    assertThat(code(ask("events/nothing", "{}"))).isEqualTo(-32601);
  }

  private static int code(JsonNode response) {
    return response.path("error").path("code").asInt(0);
  }

  @Test
  void a_client_with_the_capability_is_told_how_many_wait_and_from_whom_but_no_text()
      throws Exception {
    var get =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
            .header("Authorization", "Bearer " + token)
            .header("Accept", "text/event-stream")
            .header("Mcp-Session-Id", session)
            .build();
    try (var http = HttpClient.newHttpClient();
        var bob = TestAgent.join(server, "bob")) {
      var stream = http.send(get, HttpResponse.BodyHandlers.ofInputStream());
      try (var lines =
          new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
        bob.say(id, "the secret text");
        var line = lines.readLine();
        while (line != null && !line.contains("notifications/claude/channel")) {
          line = lines.readLine();
        }
        assertThat(line).contains("1 new from bob. Call listen.").doesNotContain("secret");
      }
      http.shutdownNow();
    }
  }
}
