package dev.reveille.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A program with a token and nothing but HTTP, against the packaged server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenApiTest {
  private final Path folder;
  private final ServerProcess server;
  private final HttpClient http = HttpClient.newHttpClient();

  TokenApiTest(@TempDir Path folder) {
    this.folder = folder;
    server = ServerProcess.start(folder.resolve("data"), Map.of());
  }

  @AfterAll
  void stop() {
    http.close();
    server.close();
  }

  private Cli administrator() {
    return new Cli(folder)
        .with("REVEILLE_URL", server.uri().toString())
        .with("DATA_DIR", folder.resolve("data").toString());
  }

  private static String newToken(Cli administrator, String name, String scopes) {
    var made =
        administrator.run(
            "token", "new", "--name", name, "--new-identity", name, "--scopes", scopes);
    assertThat(made.exit()).as(made.err()).isZero();
    return made.out().strip();
  }

  private HttpResponse<String> get(String token, String path) {
    return send(token, HttpRequest.newBuilder(address(path)));
  }

  private HttpResponse<String> post(String token, String path, String json) {
    return send(
        token,
        HttpRequest.newBuilder(address(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  private URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.uri().getPort() + "/api/v1" + path);
  }

  private HttpResponse<String> send(String token, HttpRequest.Builder request) {
    try {
      return http.send(
          request.header("Authorization", "Bearer " + token).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return Json.read(answer.body()).orElseThrow(() -> new AssertionError(answer.body()));
  }

  @Test
  void a_program_with_a_token_speaks_until_the_token_is_revoked() {
    var administrator = administrator();
    var token = newToken(administrator, "ci", "send,observe");
    assertThat(json(get(token, "/me")).path("name").asString()).isEqualTo("ci");

    var message = "{\"to\":\"#general\",\"content\":\"green\",\"client_msg_id\":\"b7\"}";
    var first = post(token, "/messages", message);
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(post(token, "/messages", message).body()).isEqualTo(first.body());
    var page = json(get(token, "/channels/general/messages"));
    assertThat(page.path("messages").findValuesAsString("content")).containsOnlyOnce("green");
    var listed = administrator.run("token", "list");
    assertThat(listed.out()).contains("ci", "live").doesNotContain(token);

    var revoked = administrator.run("token", "revoke", token.split("_", -1)[1]);
    assertThat(revoked.exit()).as(revoked.err()).isZero();
    assertThat(get(token, "/me").statusCode()).isEqualTo(401);
    assertThat(post(token, "/messages", message).statusCode()).isEqualTo(401);
  }

  @Test
  void a_token_does_only_what_its_scopes_say() {
    var token = newToken(administrator(), "reader", "observe");
    assertThat(get(token, "/channels").statusCode()).isEqualTo(200);
    var refused = post(token, "/messages", "{\"to\":\"#general\",\"content\":\"x\"}");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  @Test
  void the_store_and_the_log_of_the_server_have_no_token_in_them() throws IOException {
    var token = newToken(administrator(), "secretive", "send");
    get(token, "/me");
    var secret = token.substring(token.lastIndexOf('_') + 1);
    try (var files = Files.walk(folder.resolve("data"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(secret);
      }
    }
  }
}
