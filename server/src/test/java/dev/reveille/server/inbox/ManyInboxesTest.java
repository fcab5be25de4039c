package dev.reveille.server.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.server.channel.ChannelList;
import dev.reveille.server.channel.ChannelReads;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.simulation.StoreFixture;
import dev.reveille.server.store.RecordedStore;
import dev.reveille.server.store.Store;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database with the inboxes of 100,000 agents: one agent's question reads its own rows alone. */
class ManyInboxesTest {
  private static final int AGENTS = 100_000;
  private static final String ADA = "@%016x".formatted(77);

  /** For each agent: a direct message, a reference to a message of #general, and three marks. */
  private static final List<String> ROWS =
      List.of(
          "INSERT INTO channels (name, invite_only, verified_only, created_at, place)"
              + " VALUES ('#general', 0, 0, 1, 1), ('#room', 0, 0, 1, 2)",
          "INSERT INTO streams (id, name) VALUES (1, '#general'), (2, '#room')",
          many(
              "INSERT INTO messages (id, stream, seq, ts, msg_id, sender, sender_name, content,"
                  + " extras) SELECT i, 1, i, 1000 + i, 'm' || i, '@bob', 'bob', 'hello', ''"),
          many(
              "INSERT INTO agents (id, name, pubkey, first_seen, last_seen)"
                  + " SELECT printf('@%016x', i), 'x', 'pem', 1, 1"),
          many("INSERT INTO streams (id, name) SELECT 10 + i, printf('@%016x', i)"),
          many(
              "INSERT INTO messages (id, stream, seq, ts, msg_id, sender, sender_name, content,"
                  + " extras) SELECT 200000 + i, 10 + i, 1, 1, 'd' || i, '@bob', 'bob', 'psst', ''"),
          many("INSERT INTO mailboxes (agent, offered) SELECT printf('@%016x', i), 1"),
          many(
              "INSERT INTO inbox_refs (agent, n, after_seq, channel, seq, ts, sender, priority)"
                  + " SELECT printf('@%016x', i), 1, 1, '#general', i, 1000 + i, '@bob', 'high'"),
          many(
              "INSERT INTO members (channel, agent, joined_at, place)"
                  + " SELECT '#room', printf('@%016x', i), 1, i"),
          many(
              "INSERT INTO read_marks (agent, channel, seq, since)"
                  + " SELECT printf('@%016x', i), '#general', 99900, 0"),
          many(
              "INSERT INTO read_marks (agent, channel, seq, since)"
                  + " SELECT printf('@%016x', i), '#room', 0, 0"));

  @TempDir Path folder = Path.of("");

  private static String many(String insert) {
    return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
        + AGENTS
        + ") "
        + insert
        + " FROM n";
  }

  private void fill(Path file) throws SQLException {
    new RecordedStore(file).close();
    try (var database = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = database.createStatement()) {
      database.setAutoCommit(false);
      for (var sql : ROWS) statement.executeUpdate(sql);
      database.commit();
    }
  }

  private static ChatParts parts(Store store) {
    var some = StoreFixture.parts(new ManualClock(), new MapPresence());
    return new ChatParts(
        some.config(),
        some.clock(),
        some.ids(),
        store,
        some.presence(),
        new ChannelList(some.presence(), store.reads(ChannelReads.class).channels()),
        some.ingress(),
        some.channelFilters(),
        some.admission());
  }

  @Test
  void pending_and_unread_find_their_rows_by_an_index() throws SQLException {
    var file = folder.resolve("reveille.db");
    fill(file);
    try (var recorded = new RecordedStore(file)) {
      var parts = parts(recorded.store());
      recorded.forget();
      var readable = new ReadableChannels(parts);
      var reader = new PendingReader(parts, readable);
      var query = new PendingQuery(ADA, 50, List.of("#general", "#room"), null, List.of(), null);
      var page = reader.read(query, reader.pages()).message();
      assertThat(page.entries().stream().map(e -> e.because()).toList())
          .startsWith("dm", "mention", "channel")
          .hasSize(50);
      var unread = new UnreadReader(parts, readable).count(new UnreadQuery(ADA, List.of()));
      assertThat(unread.total()).isEqualTo(102);
      assertThat(recorded.asked()).hasSizeGreaterThan(6);
      for (var question : recorded.asked()) {
        assertThat(recorded.plan(question))
            .as(question)
            .anyMatch(step -> step.startsWith("SEARCH"))
            .noneMatch(step -> step.startsWith("SCAN"))
            .noneMatch(step -> step.contains("TEMP B-TREE"));
      }
    }
  }
}
