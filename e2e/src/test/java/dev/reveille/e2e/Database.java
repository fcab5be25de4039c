package dev.reveille.e2e;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The server's file as SQLite itself sees it, while no server runs. */
final class Database {
  private Database() {}

  /** {@code ok} alone, or what is damaged. */
  static List<String> integrity(Path file) {
    return query(file, "PRAGMA integrity_check");
  }

  /** Streams whose seqs are not 1 to their count. */
  static List<String> streamsWithGaps(Path file) {
    return query(
        file,
        "SELECT s.name || ' ' || count(*) || ' ' || min(m.seq) || ' ' || max(m.seq) FROM messages m"
            + " JOIN streams s ON s.id = m.stream GROUP BY s.id"
            + " HAVING min(m.seq) <> 1 OR max(m.seq) <> count(*)");
  }

  private static List<String> query(Path file, String sql) {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      var found = new ArrayList<String>();
      while (rows.next()) found.add(rows.getString(1));
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
