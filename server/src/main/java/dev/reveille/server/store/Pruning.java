package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;

/**
 * Removes what retention does not keep. It removes a few rows at a time between the writer's
 * transactions, so that no unit waits long.
 *
 * <p>It removes only the oldest entries of a stream. In the same transaction it removes the rows
 * that belong to them, and stores the new first seq, so {@code seq} continues from there even if no
 * entry is left. Undelivered messages in a mailbox stay.
 */
final class Pruning {
  private static final int CHUNK = 500;
  private static final int STREAMS_AT_ONCE = 500;

  static final String STREAMS = "SELECT id, name FROM streams WHERE id > ? ORDER BY id LIMIT ?";
  static final String OLDEST_MESSAGES =
      "SELECT seq, ts, id FROM messages WHERE stream = ? ORDER BY seq LIMIT ?";
  static final String OLDEST_EVENTS = "SELECT id, at, id FROM events ORDER BY id LIMIT ?";
  private static final String EVENT_BEYOND =
      "SELECT id FROM events ORDER BY id DESC LIMIT 1 OFFSET ?";
  static final String DELIVERED =
      "SELECT COALESCE(b.delivered, 0) FROM agents a LEFT JOIN mailboxes b ON b.agent = a.id"
          + " WHERE a.id = ?";

  private record Stream(long id, String name) {}

  /** A row: its place in the order, its time, and its id. */
  private record Row(long place, long at, long id) {}

  /** Decides what is too old: by its own time, or because something stored later is too old. */
  private record TooOld(long oldest, long id) {
    boolean test(Row row) {
      return row.at() < oldest || row.id() <= id;
    }
  }

  private final Readers readers;
  private final GroupCommit writer;
  private final AgeMarks marks;
  private final AgentPruning agents;
  private final OldRowPruning oldRows;
  private final List<String> forgetEntries;

  Pruning(Tables tables, Readers readers, GroupCommit writer) {
    this.readers = readers;
    this.writer = writer;
    this.marks = new AgeMarks(readers, writer);
    this.agents = new AgentPruning(tables, readers, writer);
    this.oldRows = new OldRowPruning(tables, readers, writer);
    this.forgetEntries = tables.forgetEntries();
  }

  Optional<Long> lastMark() {
    return marks.newest();
  }

  void forgetMarks() {
    marks.forget();
  }

  long prune(Retention retention, long nowMillis, Predicate<String> isPresent) {
    long removed = prune(retention, nowMillis) + oldRows.prune(nowMillis);
    if (retention.absence().isZero()) return removed;
    long oldest = nowMillis - retention.absence().toMillis();
    return removed + agents.prune(oldest, marks.idBefore(oldest), nowMillis, isPresent);
  }

  private long prune(Retention retention, long nowMillis) {
    boolean byAge = !retention.age().isZero();
    long oldest = byAge ? nowMillis - retention.age().toMillis() : Long.MIN_VALUE;
    if (retention.needsTime()) marks.mark(nowMillis, nowMillis - retention.longest().toMillis());
    if (retention.messagesPerStream() <= 0 && !byAge) return 0;
    var tooOld = new TooOld(oldest, byAge ? marks.idBefore(oldest) : Long.MIN_VALUE);
    long removed = 0;
    long last = Long.MIN_VALUE;
    while (true) {
      var streams = streamsAfter(last);
      if (streams.isEmpty()) return removed + pruneEvents(retention.messagesPerStream(), tooOld);
      for (var stream : streams) removed += prune(stream, retention.messagesPerStream(), tooOld);
      last = streams.getLast().id();
    }
  }

  private long prune(Stream stream, long keep, TooOld tooOld) {
    long highestByCount = keep <= 0 ? 0 : EntryTable.head(readers, stream.name()).lastSeq() - keep;
    long highestRemovable =
        stream.name().startsWith("@") ? delivered(stream.name()) : Long.MAX_VALUE;
    long removed = 0;
    while (true) {
      Row newest = null;
      int count = 0;
      for (var row : oldestOf(stream.id())) {
        boolean goes = row.place() <= highestByCount || tooOld.test(row);
        if (!goes || row.place() > highestRemovable) break;
        newest = row;
        count++;
      }
      if (newest == null) return removed;
      remove(stream, newest);
      removed += count;
      if (count < CHUNK) return removed;
    }
  }

  private void remove(Stream stream, Row upTo) {
    await(
        c -> {
          forgetEntries(c, forgetEntries, stream.name(), upTo.place());
          try (var rows = c.prepareStatement("DELETE FROM messages WHERE stream = ? AND seq <= ?");
              var end =
                  c.prepareStatement(
                      "UPDATE streams SET removed_seq = ?, removed_ts = ? WHERE id = ?")) {
            rows.setLong(1, stream.id());
            rows.setLong(2, upTo.place());
            end.setLong(1, upTo.place());
            end.setLong(2, upTo.at());
            end.setLong(3, stream.id());
            end.executeUpdate();
            return rows.executeUpdate();
          }
        });
  }

  /** Removes the rows that belong to the entries of a stream up to a seq. */
  static void forgetEntries(Connection c, List<String> statements, String stream, long upTo)
      throws SQLException {
    for (var sql : statements) {
      try (var rows = c.prepareStatement(sql)) {
        rows.setString(1, stream);
        rows.setLong(2, upTo);
        rows.executeUpdate();
      }
    }
  }

  private long pruneEvents(long keep, TooOld tooOld) {
    long removed = 0;
    long highestByCount = keep <= 0 ? Long.MIN_VALUE : newestEventBeyond(keep);
    while (true) {
      long newest = Long.MIN_VALUE;
      int count = 0;
      for (var row : oldestEvents()) {
        if (!tooOld.test(row) && row.place() > highestByCount) break;
        newest = row.place();
        count++;
      }
      if (count == 0) return removed;
      removeEvents(newest);
      removed += count;
    }
  }

  private void removeEvents(long upTo) {
    await(
        c -> {
          try (var rows = c.prepareStatement("DELETE FROM events WHERE id <= ?")) {
            rows.setLong(1, upTo);
            return rows.executeUpdate();
          }
        });
  }

  private void await(Ledger.Work<Integer> work) {
    var _ = await(writer, work);
  }

  static int await(GroupCommit writer, Ledger.Work<Integer> work) {
    try {
      return writer.between(work).join();
    } catch (CompletionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new StoreException("Retention stopped. " + cause.getMessage(), e);
    }
  }

  private List<Stream> streamsAfter(long id) {
    return readers.read(
        r ->
            r.list(
                STREAMS, row -> new Stream(row.getLong(1), row.getString(2)), id, STREAMS_AT_ONCE));
  }

  private List<Row> oldestOf(long stream) {
    return readers.read(r -> r.list(OLDEST_MESSAGES, Pruning::row, stream, CHUNK));
  }

  /** Returns the id of the newest event beyond the number that is kept. */
  private long newestEventBeyond(long keep) {
    return readers
        .read(r -> r.first(EVENT_BEYOND, row -> row.getLong(1), keep))
        .orElse(Long.MIN_VALUE);
  }

  private List<Row> oldestEvents() {
    return readers.read(r -> r.list(OLDEST_EVENTS, Pruning::row, CHUNK));
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(row.getLong(1), row.getLong(2), row.getLong(3));
  }

  /**
   * Returns the seq up to which a mailbox may be removed. An agent without a key never comes back
   * for the rest.
   */
  private long delivered(String agent) {
    return readers.first(DELIVERED, row -> row.getLong(1), agent).orElse(Long.MAX_VALUE);
  }
}
