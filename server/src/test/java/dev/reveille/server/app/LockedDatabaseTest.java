package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program keeps the database locked: writers are told, and nobody else waits for it. */
class LockedDatabaseTest {
  private static final int MESSAGES = 40;

  @TempDir Path folder = Path.of("");

  private Connection lock() throws SQLException {
    var other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("reveille.db"));
    try (var statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
    }
    return other;
  }

  @Test
  void writers_are_refused_and_pings_and_arrivals_are_answered() throws Exception {
    var key = Identity.generate();
    try (var server = ServerFixture.start(folder);
        var early = TestAgent.join(server, "cyd", key);
        var ann = TestAgent.join(server, "ann");
        var bob = TestAgent.join(server, "bob")) {
      early.finish();
      var receivers = new ArrayList<TestAgent>();
      for (int i = 0; i < MESSAGES; i++) receivers.add(TestAgent.join(server, "r" + i));
      try (var _ = lock()) {
        // To a cell each: no refusal follows from another.
        for (int i = 0; i < MESSAGES; i++) ann.say(receivers.get(i).id(), "m" + i);
        ann.ask("PING");
        bob.ask("PING").await("PONG");
        for (int i = 0; i < MESSAGES; i++) {
          var error = ann.await("ERROR");
          assertThat(error.path("code").asString("")).isEqualTo("STORE_UNAVAILABLE");
        }
        ann.await("PONG");
        try (var back = TestAgent.join(server, "cyd", key);
            var fresh = TestAgent.join(server, "dee")) {
          back.ask("PING").await("PONG");
          fresh.ask("JOIN", "channel", "#agents").await("JOINED");
        }
        assertThat(Web.of(server).get("/readyz").status()).isEqualTo(503);
      }
      ann.ask("MSG", "to", "#general", "content", "again", "client_msg_id", "k1");
      var echo = ann.await(m -> m.path("client_msg_id").asString("").equals("k1"));
      assertThat(echo.path("content").asString("")).isEqualTo("again");
      receivers.forEach(TestAgent::close);
    }
  }
}
