package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Caches the streams that were written to recently: their keys, and the last seq of each.
 *
 * <p>Owned by the {@link Ledger}. Within a transaction it runs ahead of the database, so {@link
 * #forget} must be called if the transaction fails.
 */
final class StreamTails {
  private static final int MOST = 32_768;

  /** One stream. {@code last} is the seq of its newest message. */
  static final class Tail {
    final long stream;
    long last;

    Tail(long stream, long last) {
      this.stream = stream;
      this.last = last;
    }
  }

  private final PreparedStatement find;
  private final PreparedStatement add;
  private final PreparedStatement newestStream;
  private final Map<String, Tail> tails = new HashMap<>();
  private long lastStream = -1;

  StreamTails(Connection connection) throws SQLException {
    find =
        connection.prepareStatement(
            "SELECT s.id, s.removed_seq, (SELECT max(m.seq) FROM messages m WHERE m.stream = s.id)"
                + " FROM streams s WHERE s.name = ?");
    add = connection.prepareStatement("INSERT INTO streams (id, name) VALUES (?, ?)");
    newestStream = connection.prepareStatement("SELECT max(id) FROM streams");
  }

  Tail of(String name) throws SQLException {
    var known = tails.get(name);
    if (known != null) return known;
    var tail = load(name);
    tails.put(name, tail);
    return tail;
  }

  /** Returns the last seq of a stream; 0 if there is no such stream. Makes none. */
  long last(String name) throws SQLException {
    var known = tails.get(name);
    if (known != null) return known.last;
    find.setString(1, name);
    try (var row = find.executeQuery()) {
      return row.next() ? Math.max(row.getLong(2), row.getLong(3)) : 0;
    }
  }

  /**
   * Called after a commit. Limits the memory. It must not run within a transaction, whose rows may
   * not be sent yet.
   */
  void committed() {
    if (tails.size() > MOST) tails.clear();
  }

  void forget(String name) {
    tails.remove(name);
  }

  void forget() {
    tails.clear();
    lastStream = -1;
  }

  private Tail load(String name) throws SQLException {
    find.setString(1, name);
    try (var row = find.executeQuery()) {
      if (row.next()) return new Tail(row.getLong(1), Math.max(row.getLong(2), row.getLong(3)));
    }
    if (lastStream < 0) {
      try (var row = newestStream.executeQuery()) {
        lastStream = row.next() ? row.getLong(1) : 0;
      }
    }
    lastStream++;
    add.setLong(1, lastStream);
    add.setString(2, name);
    add.executeUpdate();
    return new Tail(lastStream, 0);
  }
}
