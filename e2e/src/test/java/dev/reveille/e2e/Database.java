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

  /** Tasks whose rows of the log are not 1 to the seq of the task, or end in another state. */
  static List<String> tasksWithGaps(Path file) {
    return query(
        file,
        "SELECT t.id FROM tasks t LEFT JOIN task_log l ON l.place = t.place GROUP BY t.place"
            + " HAVING count(l.seq) = 0 OR min(l.seq) <> 1 OR max(l.seq) <> count(*)"
            + " OR max(l.seq) <> t.seq UNION SELECT t.id FROM tasks t JOIN task_log l"
            + " ON l.place = t.place AND l.seq = t.seq WHERE l.state <> t.state");
  }

  /** Tasks that were claimed twice, or changed after the claim by another than their owner. */
  static List<String> tasksOfSeveralOwners(Path file) {
    return query(
        file,
        "SELECT t.id FROM tasks t JOIN task_log l ON l.place = t.place WHERE l.event = 'claimed'"
            + " GROUP BY t.place HAVING count(*) > 1 UNION SELECT t.id FROM tasks t JOIN task_log l"
            + " ON l.place = t.place WHERE l.seq > 1 AND l.actor <> t.owner");
  }

  /** The rows of all logs: task, seq, state and actor. */
  static List<String> taskLog(Path file) {
    return query(
        file,
        "SELECT t.id || ' ' || l.seq || ' ' || l.state || ' ' || l.actor FROM task_log l"
            + " JOIN tasks t ON t.place = l.place");
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
