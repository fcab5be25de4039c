package dev.reveille.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The table of events that are not entries of a stream, and the feed of both. */
public final class EventTable {
  private static final String FEED_MESSAGES =
      "SELECT m.id AS id, m.ts, 'message', m.sender, s.name, CAST(m.seq AS TEXT)"
          + " FROM messages m JOIN streams s ON s.id = m.stream";
  private static final String FEED_EVENTS =
      " UNION ALL SELECT e.id AS id, e.at, e.kind, e.agent, e.channel, e.detail FROM events e";
  static final String EVENTS =
      FEED_MESSAGES + " WHERE m.id > ?" + FEED_EVENTS + " WHERE e.id > ? ORDER BY id LIMIT ?";
  static final String EVENTS_BEFORE =
      FEED_MESSAGES + " WHERE m.id < ?" + FEED_EVENTS + " WHERE e.id < ? ORDER BY id DESC LIMIT ?";

  /** Reads only the time of the next entry, for the search for a moment. */
  static final String NEXT_MOMENT =
      "SELECT m.id AS id, m.ts FROM messages m WHERE m.id > ?"
          + " UNION ALL SELECT e.id AS id, e.at FROM events e WHERE e.id > ? ORDER BY id LIMIT 1";

  private static final String COLUMNS = "SELECT id, at, kind, agent, channel, detail FROM events";
  static final String AUDIT_AFTER = COLUMNS + " WHERE id > ? ORDER BY id LIMIT ?";
  static final String AUDIT_NEWEST = COLUMNS + " ORDER BY id DESC LIMIT ?";

  public static final Table TABLE =
      Table.named("events")
          .migrations("V1__chat.sql", "V8__identity.sql", "V9__ages.sql")
          .ids("id")
          .write(AppendEvent.class, EventTable::append)
          .reads(EventReads.class, Sql::new)
          .build();

  private EventTable() {}

  static String ofKinds(int kinds) {
    return COLUMNS
        + " WHERE id > ? AND kind IN ("
        + String.join(", ", Collections.nCopies(kinds, "?"))
        + ") ORDER BY id LIMIT ?";
  }

  private static TableWrite.Application<AppendEvent> append(TableWriter writer)
      throws SQLException {
    var batch =
        writer.batch(
            "INSERT INTO events (id, at, kind, agent, channel, detail) VALUES (?, ?, ?, ?, ?, ?)");
    return write -> {
      var row = batch.row();
      row.setLong(1, writer.nextId());
      row.setLong(2, write.at());
      row.setString(3, write.kind());
      row.setString(4, write.agent());
      row.setString(5, write.channel());
      row.setString(6, write.detail());
      batch.add();
    };
  }

  private record Sql(TableReader reader) implements EventReads {
    @Override
    public List<StoredEvent> events(long afterId, int limit) {
      return reader.page(
          EVENTS, EventTable::event, PageLimit.ofEvents(), afterId, afterId, Math.max(0, limit));
    }

    @Override
    public List<StoredEvent> eventsBefore(long beforeId, int limit) {
      List<StoredEvent> newestFirst =
          reader.page(
              EVENTS_BEFORE,
              EventTable::event,
              PageLimit.ofEvents(),
              beforeId,
              beforeId,
              Math.max(0, limit));
      return newestFirst.reversed();
    }

    @Override
    public List<StoredEvent> eventsOf(List<String> kinds, long afterId, int limit) {
      var values = new ArrayList<Object>();
      values.add(afterId);
      values.addAll(kinds);
      values.add(Math.max(0, limit));
      return reader.page(
          ofKinds(kinds.size()), EventTable::event, PageLimit.ofEvents(), values.toArray());
    }

    @Override
    public List<Long> eventsAt(List<Long> moments) {
      return reader.read(r -> MomentSearch.on(r, moments));
    }
  }

  static StoredEvent event(ResultSet row) throws SQLException {
    return new StoredEvent(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6));
  }
}
