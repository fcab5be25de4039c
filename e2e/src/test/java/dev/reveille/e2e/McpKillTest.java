package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An agent of MCP whose server is killed between an answer and its confirmation. */
class McpKillTest {
  private final Path folder;

  McpKillTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private ServerProcess start(int port) {
    return ServerProcess.start(folder.resolve("data"), port, Map.of("LOG_LEVEL", "debug"));
  }

  private Cli cli(ServerProcess server) {
    return new Cli(folder)
        .with("DATA_DIR", server.data().toString())
        .with("REVEILLE_URL", server.uri().toString());
  }

  /** One client of MCP. It begins anew with each server. */
  private static final class Client {
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI url;
    private final String token;
    private String session = "";

    Client(ServerProcess server, String token) throws Exception {
      url = URI.create("http://127.0.0.1:" + server.port() + "/mcp");
      this.token = token;
      ask(
          "initialize",
          "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
    }

    private JsonNode ask(String method, String params) throws Exception {
      var request =
          HttpRequest.newBuilder(url)
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .header("Accept", "application/json, text/event-stream");
      if (!session.isEmpty()) request.header("Mcp-Session-Id", session);
      var body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
              .formatted(method, params);
      var answer =
          http.send(
              request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
              HttpResponse.BodyHandlers.ofString());
      session = answer.headers().firstValue("Mcp-Session-Id").orElse(session);
      return Json.read(answer.body()).orElseThrow();
    }

    JsonNode call(String tool, String arguments) throws Exception {
      var answer =
          ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
      var text = answer.path("result").path("content").path(0).path("text").asString("");
      return Json.read(text).orElseThrow(() -> new AssertionError(answer.toString()));
    }
  }

  private static List<String> texts(JsonNode heard) {
    return heard.path("messages").findValuesAsString("text");
  }

  private String token(ServerProcess server) throws IOException {
    var file = folder.resolve("ada.token");
    var made =
        cli(server)
            .run(
                "token",
                "new",
                "--name=ada",
                "--scopes=observe,send",
                "--new-identity=ada",
                "--out=" + file);
    assertThat(made.exit()).as(made.err()).isZero();
    return Files.readString(file).strip();
  }

  private void says(ServerProcess server, String to, String text) {
    var sent = cli(server).run("send", to, text);
    assertThat(sent.exit()).as(sent.err()).isZero();
  }

  @Test
  void what_was_answered_and_not_confirmed_comes_again_and_what_was_confirmed_never_does()
      throws Exception {
    var server = start(0);
    try {
      var token = token(server);
      var ada = new Client(server, token);
      var id = ada.call("join", "{}").path("id").asString("");
      says(server, id, "one");
      says(server, id, "two");
      var heard = ada.call("listen", "{\"wait_s\":0}");
      assertThat(texts(heard)).containsExactly("one", "two");
      server.kill();
      int port = server.port();
      assertThat(logged(server)).doesNotContain(token);
      server = start(port);
      ada = new Client(server, token);
      assertThat(texts(ada.call("listen", "{\"wait_s\":0}"))).containsExactly("one", "two");
      var cursor = heard.path("cursor").toString();
      var next = ada.call("listen", "{\"wait_s\":0,\"cursor\":" + cursor + "}");
      assertThat(next.path("messages").asInt(-1)).as("the cursor of the server before").isZero();
      server.kill();
      assertThat(logged(server)).doesNotContain(token);
      server = start(port);
      ada = new Client(server, token);
      assertThat(ada.call("listen", "{\"wait_s\":0}").path("messages").asInt(-1)).isZero();
    } finally {
      server.close();
    }
  }

  private static String logged(ServerProcess server) {
    return server.out() + server.err();
  }
}
