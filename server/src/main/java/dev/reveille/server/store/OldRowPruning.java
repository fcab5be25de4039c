package dev.reveille.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Removes the rows of tables that have an age of their own, a few at a time.
 *
 * <p>The age is that of the time in the row. A row that was written while the wall clock was ahead
 * stays longer.
 */
final class OldRowPruning {
  private static final int CHUNK = 500;

  private final Tables tables;
  private final Readers readers;
  private final GroupCommit writer;

  OldRowPruning(Tables tables, Readers readers, GroupCommit writer) {
    this.tables = tables;
    this.readers = readers;
    this.writer = writer;
  }

  long prune(long nowMillis) {
    long removed = 0;
    for (var table : tables.all()) {
      var old = table.oldRows();
      if (old != null) removed += prune(table.name(), old, nowMillis - old.age().toMillis());
    }
    return removed;
  }

  private long prune(String table, Table.OldRows old, long oldest) {
    long removed = 0;
    while (true) {
      var newest = newestOfSome(table, old.column(), oldest);
      if (newest == null) return removed;
      removed +=
          Pruning.await(
              writer,
              c -> {
                for (var sql : old.before()) run(c, sql, newest);
                return run(c, remove(table, old.column()), newest);
              });
    }
  }

  private static int run(Connection c, String sql, long newest) throws SQLException {
    try (var rows = c.prepareStatement(sql)) {
      rows.setLong(1, newest);
      return rows.executeUpdate();
    }
  }

  /** Returns the time of the newest row of a chunk of the oldest rows. */
  private @Nullable Long newestOfSome(String table, String column, long oldest) {
    var times = readers.list(oldest(table, column), row -> row.getLong(1), oldest, CHUNK);
    return times.isEmpty() ? null : times.getLast();
  }

  static String oldest(String table, String column) {
    return "SELECT %2$s FROM %1$s WHERE %2$s < ? ORDER BY %2$s LIMIT ?".formatted(table, column);
  }

  static String remove(String table, String column) {
    return "DELETE FROM %1$s WHERE %2$s <= ?".formatted(table, column);
  }
}
