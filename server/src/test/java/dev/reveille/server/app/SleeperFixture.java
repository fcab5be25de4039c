package dev.reveille.server.app;

import static dev.reveille.server.app.TestAgent.content;
import static dev.reveille.server.app.TestAgent.type;

import dev.reveille.protocol.Json;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.EventReads;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.StoredEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server with ada, who will sleep, and bob, who is awake. */
abstract class SleeperFixture {
  static final String KEY = "operator-key-of-some-length";

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway.Init")
  Server server;

  @SuppressWarnings("NullAway.Init")
  TestAgent ada;

  @SuppressWarnings("NullAway.Init")
  TestAgent bob;

  @BeforeEach
  void start() {
    start("AGENTCHAT_ADMIN_KEY", KEY);
  }

  void start(String... environment) {
    server = ServerFixture.start(folder, environment);
    ada = TestAgent.join(server, "ada");
    bob = TestAgent.join(server, "bob");
    ada.soFar();
  }

  void restart(String... environment) {
    stop();
    start(environment);
  }

  @AfterEach
  void stop() {
    ada.close();
    bob.close();
    server.close();
  }

  List<StoredEvent> events(String kind) {
    stop();
    try (var data = DataFolder.open(folder, Instant.EPOCH);
        var store = JdbcStore.open(data, Features.TABLES, new Failures())) {
      return store.reads(EventReads.class).events(0, 10_000).stream()
          .filter(e -> e.kind().startsWith(kind))
          .toList();
    }
  }

  static String text(JsonNode message, String field) {
    return message.path(field).asString("");
  }

  void asleep(String marker) {
    ada.say("#general", marker);
    bob.await(m -> type(m).equals("PRESENCE_CHANGED") && text(m, "presence").equals("sleeping"));
  }

  static JsonNode wake(TestAgent agent) {
    return agent.await(m -> content(m).equals("@@wake@@"));
  }

  static long count(JsonNode wake, String field) {
    return wake.path(field).asLong(-1);
  }

  static void only(TestAgent agent, String json) {
    agent.send("{\"type\":\"SUBSCRIBE\",\"channel\":\"#general\",\"only\":" + json + "}");
  }

  static void order(TestAgent from, String type, Object... fields) {
    var all = new Object[fields.length + 2];
    all[0] = "admin_key";
    all[1] = KEY;
    System.arraycopy(fields, 0, all, 2, fields.length);
    from.ask(type, all);
    from.await("ADMIN_RESULT");
  }

  static JsonNode detail(List<StoredEvent> events, String kind) {
    var event = events.stream().filter(e -> e.kind().equals(kind)).findFirst().orElseThrow();
    return Json.read(String.valueOf(event.detail())).orElseThrow();
  }
}
