package dev.reveille.server.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reveille.server.kernel.TimerReads;
import dev.reveille.server.simulation.StoreFixture;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durable callbacks of a store from before there were stored timers. */
class CallbackMigrationTest {
  /** The last version that kept the times of callbacks only in their own table. */
  private static final String BEFORE = "12";

  private static final long T = 1_700_000_000_000L;

  @TempDir Path folder = Path.of("");

  @Test
  void pending_callbacks_of_an_older_store_have_timers_and_keep_their_order() throws SQLException {
    var url = "jdbc:sqlite:" + folder.resolve("reveille.db");
    Flyway.configure()
        .dataSource(url, "", "")
        .locations("classpath:db/migration")
        .placeholders(Map.of("key", "INTEGER", "random", "lower(hex(randomblob(8)))"))
        .target(BEFORE)
        .loggers("slf4j")
        .load()
        .migrate();
    try (var connection = DriverManager.getConnection(url)) {
      insert(connection, "cb_3", "@ann", "#a", T + 7_000, 4);
      insert(connection, "cb_2", "@ann", null, T + 5_000, 6);
      insert(connection, "cb_1", "@bob", null, T + 5_000, 5);
    }
    try (var fixture = new StoreFixture(folder)) {
      var store = fixture.store();
      assertThat(store.reads(CallbackReads.class).callbacks("@ann"))
          .extracting(StoredCallback::id, StoredCallback::payload, StoredCallback::fireAt)
          .containsExactly(
              tuple("cb_3", "text of cb_3", T + 7_000), tuple("cb_2", "text of cb_2", T + 5_000));
      assertThat(store.reads(TimerReads.class).timersAfter(Long.MIN_VALUE, 0, 10))
          .containsExactly(
              new TimerReads.Row(
                  DurableCallbackTimers.timer("@bob", "cb_1"), T + 5_000, T, false, 5),
              new TimerReads.Row(
                  DurableCallbackTimers.timer("@ann", "cb_2"), T + 5_000, T, false, 6),
              new TimerReads.Row(
                  DurableCallbackTimers.timer("@ann", "cb_3"), T + 7_000, T, false, 4));
    }
  }

  private static void insert(
      Connection connection,
      String id,
      String agent,
      @Nullable String channel,
      long fireAt,
      long place)
      throws SQLException {
    try (var row =
        connection.prepareStatement(
            "INSERT INTO callbacks (id, agent, channel, payload, fire_at, created_at, place)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)")) {
      row.setString(1, id);
      row.setString(2, agent);
      row.setString(3, channel);
      row.setString(4, "text of " + id);
      row.setLong(5, fireAt);
      row.setLong(6, T);
      row.setLong(7, place);
      row.executeUpdate();
    }
  }
}
