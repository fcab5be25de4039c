package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamable HTTP of MCP as it is on the wire. */
class McpTransportTest {
  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Server server;

  @SuppressWarnings("NullAway.Init")
  private String token;

  @BeforeEach
  void start() {
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY);
    token = McpMember.token(server, "ada");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Web web(String bearer) {
    return Web.of(server)
        .with("Authorization", "Bearer " + bearer)
        .with("Content-Type", "application/json")
        .with("Accept", "application/json, text/event-stream");
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  private static String initialize(String version) {
    return request(
        1,
        "initialize",
        "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"
            .formatted(version));
  }

  private Web initialized(String bearer) throws IOException {
    var answer = web(bearer).post("/mcp", initialize("2025-11-25"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    var client = web(bearer).with("Mcp-Session-Id", answer.header("Mcp-Session-Id"));
    assertThat(
            client
                .post("/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .status())
        .isEqualTo(202);
    return client;
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void every_revision_that_the_sdk_knows_is_spoken(String version) throws IOException {
    var answer = web(token).post("/mcp", initialize(version));
    assertThat(answer.json().path("result").path("protocolVersion").asString()).isEqualTo(version);
  }

  @Test
  void an_unknown_revision_is_answered_with_the_newest() throws IOException {
    var answer = web(token).post("/mcp", initialize("2026-07-28"));
    assertThat(answer.json().path("result").path("protocolVersion").asString())
        .isEqualTo("2025-11-25");
    assertThat(
            initialized(token)
                .with("MCP-Protocol-Version", "1999-01-01")
                .post("/mcp", request(2, "ping", "{}"))
                .status())
        .isEqualTo(400);
  }

  @Test
  void a_session_of_one_token_does_not_exist_for_another() throws IOException {
    var ada = initialized(token);
    assertThat(ada.post("/mcp", request(2, "ping", "{}")).status()).isEqualTo(200);
    var eve = ada.with("Authorization", "Bearer " + McpMember.token(server, "eve"));
    assertThat(eve.post("/mcp", request(2, "ping", "{}")).status()).isEqualTo(404);
  }

  @Test
  void after_a_restart_the_client_is_told_to_initialize_again() throws IOException {
    var old = web(token).post("/mcp", initialize("2025-11-25")).header("Mcp-Session-Id");
    stop();
    server = ServerFixture.start(folder, "AGENTCHAT_ADMIN_KEY", McpMember.ADMIN_KEY);
    var ada = web(token).with("Mcp-Session-Id", old);
    assertThat(ada.post("/mcp", request(2, "ping", "{}")).status()).isEqualTo(404);
    assertThat(initialized(token).post("/mcp", request(2, "ping", "{}")).status()).isEqualTo(200);
  }

  @Test
  void a_client_that_ends_is_unknown_afterwards() throws IOException {
    var ada = initialized(token);
    assertThat(ada.ask("DELETE", "/mcp", "").status()).isEqualTo(200);
    assertThat(ada.post("/mcp", request(2, "ping", "{}")).status()).isEqualTo(404);
  }

  @Test
  void a_request_without_a_session_and_one_that_is_no_message_are_refused() throws IOException {
    assertThat(web(token).post("/mcp", request(2, "tools/list", "{}")).status()).isEqualTo(400);
    for (var body : new String[] {"", "[]", "{}", "\"x\"", "{\"jsonrpc\":\"2.0\"}", "{{"}) {
      var answer = initialized(token).post("/mcp", body);
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.json().path("error").path("code").asInt()).isEqualTo(-32700);
    }
  }

  @Test
  void a_body_may_have_four_megabytes_and_no_more() throws IOException {
    var ada = initialized(token);
    var fits = request(2, "ping", "{\"x\":\"" + "y".repeat((4 << 20) - 100) + "\"}");
    assertThat(ada.post("/mcp", fits).status()).isEqualTo(200);
    var beyond = request(2, "ping", "{\"x\":\"" + "y".repeat(4 << 20) + "\"}");
    assertThat(ada.post("/mcp", beyond).status()).isEqualTo(413);
  }

  @Test
  void an_unknown_method_and_an_unknown_tool_are_errors_of_the_protocol() throws IOException {
    var ada = initialized(token);
    var method = ada.post("/mcp", request(2, "nothing/here", "{}"));
    assertThat(method.json().path("error").path("code").asInt()).isEqualTo(-32601);
    var tool = ada.post("/mcp", request(3, "tools/call", "{\"name\":\"rm\",\"arguments\":{}}"));
    assertThat(tool.json().path("error").path("code").asInt()).isEqualTo(-32602);
  }
}
