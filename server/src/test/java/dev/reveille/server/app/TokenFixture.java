package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A real server, an administrator, and the tokens that it makes. */
abstract class TokenFixture {
  static final String KEY = "4c1f9b27e0d85a6397be12f08d64ca35";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  Server server;

  @SuppressWarnings("NullAway.Init")
  TestAgent admin;

  @BeforeEach
  void start() {
    start("TRUSTED_PROXIES", "127.0.0.1");
  }

  void start(String... more) {
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

  static TestAgent order(TestAgent by, String type, Object... fields) {
    var all = new Object[fields.length + 2];
    all[0] = "admin_key";
    all[1] = KEY;
    System.arraycopy(fields, 0, all, 2, fields.length);
    return by.ask(type, all);
  }

  static Object scopes(String... words) {
    return new TestAgent.RawJson("[\"" + String.join("\",\"", words) + "\"]");
  }

  JsonNode make(String identity, String... words) {
    order(
        admin, "ADMIN_TOKEN_NEW", "name", "ci", "scopes", scopes(words), "new_identity", identity);
    return admin.next("ADMIN_RESULT");
  }

  static String token(JsonNode made) {
    return made.path("token").asString("");
  }

  TestAgent join(JsonNode made) {
    var agent = TestAgent.connect(server);
    agent.ask("IDENTIFY", "token", token(made));
    agent.welcomed();
    return agent;
  }

  JsonNode refused(String token, String... headers) {
    try (var agent = TestAgent.connect(server, headers)) {
      agent.ask("IDENTIFY", "name", "eve", "token", token);
      return agent.next("ERROR");
    }
  }

  static void assertError(JsonNode error, String code, String text) {
    assertThat(error.path("code").asString()).as(error.toString()).isEqualTo(code);
    assertThat(error.path("message").asString()).contains(text);
  }
}
