package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Removes agents that were away for long and have nothing to come back for. Removes the mailboxes
 * of agents that cannot come back.
 *
 * <p>An agent stays while it is connected and while a table says that it must stay. The tables also
 * say which rows are removed with it.
 */
final class AgentPruning {
  private static final String NOW = ":now";
  private static final int ROWS_PER_TRANSACTION = 500;
  private static final long AHEAD_MILLIS = 86_400_000;

  /**
   * If the server is killed, the last-seen time of a connected agent is behind by at most the
   * absence divided by this.
   */
  private static final int UPDATES_PER_ABSENCE = 10;

  private static final String ABSENT =
      "SELECT id, last_seen FROM agents WHERE last_seen < ? AND (last_seen, id) > (?, ?)"
          + " ORDER BY last_seen, id LIMIT ?";

  private static final String REMOVE = "DELETE FROM agents WHERE id = ? AND last_seen < ?";

  /** Finds mailboxes without an agent whose messages are all old, by their time and by their id. */
  private static final String ORPHANS =
      "SELECT s.id, s.name FROM streams s WHERE s.id > ? AND s.name >= '@' AND s.name < 'A'"
          + " AND NOT EXISTS (SELECT 1 FROM agents a WHERE a.id = s.name)"
          + " AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.stream = s.id AND m.seq ="
          + " (SELECT max(n.seq) FROM messages n WHERE n.stream = s.id) AND m.ts >= ? AND m.id > ?)"
          + " ORDER BY s.id LIMIT ?";

  private static final String LAST_OF_OLDEST =
      "SELECT COALESCE(max(seq), 0) FROM"
          + " (SELECT seq FROM messages WHERE stream = ? ORDER BY seq LIMIT ?) AS oldest";

  private record Absent(String id, long lastSeen) {}

  private record Orphan(long stream, String agent) {}

  private final Readers readers;
  private final GroupCommit writer;

  private final String remove;
  private final int times;
  private final List<String> forget;
  private final List<String> forgetEntries;

  AgentPruning(Tables tables, Readers readers, GroupCommit writer) {
    var unless = new StringBuilder(REMOVE);
    for (var question : tables.keepsAgent()) {
      unless.append(" AND NOT EXISTS (").append(question).append(')');
    }
    this.times = unless.toString().split(NOW, -1).length - 1;
    this.remove = unless.toString().replace(NOW, "?");
    this.forget = tables.forgetAgent();
    this.forgetEntries = tables.forgetEntries();
    this.readers = readers;
    this.writer = writer;
  }

  /**
   * Removes agents and mailboxes.
   *
   * @param oldId messages up to this id are older than {@code oldest}, whatever their time says
   */
  long prune(long oldest, long oldId, long now, Predicate<String> isPresent) {
    correctTimes(now);
    updateLastSeen(now - (now - oldest) / UPDATES_PER_ABSENCE, now, isPresent);
    return absent(oldest, now, isPresent) + orphans(oldest, oldId, isPresent);
  }

  /**
   * Corrects last-seen times in the future, which come from a clock that was ahead. Such an agent
   * counts as absent from now on.
   */
  private void correctTimes(long now) {
    long ahead = now + AHEAD_MILLIS;
    boolean any =
        readers
            .read(
                r ->
                    r.first(
                        "SELECT 1 FROM agents WHERE last_seen > ? LIMIT 1",
                        row -> row.getLong(1),
                        ahead))
            .isPresent();
    if (!any) return;
    Pruning.await(
        writer,
        c -> {
          try (var rows =
              c.prepareStatement("UPDATE agents SET last_seen = ? WHERE last_seen > ?")) {
            rows.setLong(1, now);
            rows.setLong(2, ahead);
            return rows.executeUpdate();
          }
        });
  }

  /**
   * Updates the last-seen time of connected agents. Otherwise their rows would contain only the
   * time when they connected. After a crash, an agent that was connected for long would then count
   * as absent for long.
   */
  private void updateLastSeen(long before, long now, Predicate<String> isPresent) {
    var last = new Absent("", Long.MIN_VALUE);
    while (true) {
      var found = notSeenSince(before, last);
      if (found.isEmpty()) return;
      last = found.getLast();
      var ids = found.stream().map(Absent::id).filter(isPresent).toList();
      if (!ids.isEmpty()) Pruning.await(writer, c -> note(c, ids, now));
    }
  }

  private static int note(Connection c, List<String> ids, long now) throws SQLException {
    int noted = 0;
    try (var rows =
        c.prepareStatement("UPDATE agents SET last_seen = ? WHERE id = ? AND last_seen < ?")) {
      for (var id : ids) {
        rows.setLong(1, now);
        rows.setString(2, id);
        rows.setLong(3, now);
        noted += rows.executeUpdate();
      }
    }
    return noted;
  }

  private List<Absent> notSeenSince(long time, Absent from) {
    return readers.read(
        r ->
            r.list(
                ABSENT,
                row -> new Absent(row.getString(1), row.getLong(2)),
                time,
                from.lastSeen(),
                from.id(),
                ROWS_PER_TRANSACTION));
  }

  private long absent(long oldest, long now, Predicate<String> isPresent) {
    long gone = 0;
    var last = new Absent("", Long.MIN_VALUE);
    while (true) {
      var found = notSeenSince(oldest, last);
      if (found.isEmpty()) return gone;
      last = found.getLast();
      var ids = found.stream().map(Absent::id).filter(isPresent.negate()).toList();
      if (!ids.isEmpty()) gone += Pruning.await(writer, c -> remove(c, ids, oldest, now));
    }
  }

  private int remove(Connection c, List<String> ids, long oldest, long now) throws SQLException {
    int gone = 0;
    try (var agent = c.prepareStatement(remove)) {
      for (var id : ids) {
        agent.setString(1, id);
        agent.setLong(2, oldest);
        for (int i = 0; i < times; i++) agent.setLong(3 + i, now);
        if (agent.executeUpdate() == 0) continue;
        gone++;
        for (var sql : forget) {
          try (var rows = c.prepareStatement(sql)) {
            rows.setString(1, id);
            rows.executeUpdate();
          }
        }
      }
    }
    return gone;
  }

  private long orphans(long oldest, long oldId, Predicate<String> isPresent) {
    long gone = 0;
    long last = Long.MIN_VALUE;
    while (true) {
      long from = last;
      List<Orphan> found =
          readers.read(
              r ->
                  r.list(
                      ORPHANS,
                      row -> new Orphan(row.getLong(1), row.getString(2)),
                      from,
                      oldest,
                      oldId,
                      ROWS_PER_TRANSACTION));
      if (found.isEmpty()) return gone;
      last = found.getLast().stream();
      var removable = found.stream().filter(o -> !isPresent.test(o.agent())).toList();
      int removed = removable.isEmpty() ? 0 : ROWS_PER_TRANSACTION;
      while (removed >= ROWS_PER_TRANSACTION) {
        removed = Pruning.await(writer, c -> removeMailboxes(c, removable));
        gone += removed;
      }
    }
  }

  /** Removes some messages of each mailbox. Removes the mailbox itself with the last of them. */
  private int removeMailboxes(Connection c, List<Orphan> orphans) throws SQLException {
    int gone = 0;
    try (var last = c.prepareStatement(LAST_OF_OLDEST);
        var messages = c.prepareStatement("DELETE FROM messages WHERE stream = ? AND seq <= ?");
        var returned = c.prepareStatement("SELECT 1 FROM agents WHERE id = ?");
        var stream = c.prepareStatement("DELETE FROM streams WHERE id = ?");
        var marks = c.prepareStatement("DELETE FROM mailboxes WHERE agent = ?")) {
      int room = ROWS_PER_TRANSACTION;
      for (var orphan : orphans) {
        returned.setString(1, orphan.agent());
        try (var row = returned.executeQuery()) {
          if (row.next()) continue;
        }
        long upTo = lastOfOldest(last, orphan.stream(), room);
        Pruning.forgetEntries(c, forgetEntries, orphan.agent(), upTo);
        messages.setLong(1, orphan.stream());
        messages.setLong(2, upTo);
        int removed = messages.executeUpdate();
        gone += removed;
        room -= removed;
        if (room <= 0) return gone;
        stream.setLong(1, orphan.stream());
        gone += stream.executeUpdate();
        marks.setString(1, orphan.agent());
        marks.executeUpdate();
      }
    }
    return gone;
  }

  private static long lastOfOldest(PreparedStatement query, long stream, int limit)
      throws SQLException {
    query.setLong(1, stream);
    query.setLong(2, limit);
    try (var row = query.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }
}
