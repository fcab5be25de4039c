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

  private static final String TOLD =
      "WITH told AS MATERIALIZED (SELECT s.name AS agent,"
          + " json_extract('{' || extras || '}', '$.task_id') AS task,"
          + " json_extract('{' || extras || '}', '$.task_seq') AS seq"
          + " FROM messages m JOIN streams s ON s.id = m.stream WHERE kind = 'TASK_EVENT'),"
          + " line AS MATERIALIZED (SELECT t.id AS task, l.seq, l.actor, l.event, l.said,"
          + " t.originator, t.place FROM task_log l JOIN tasks t ON t.place = l.place)";

  /**
   * Rows of logs that an agent was not told of: the originator, the owner, and those to whom the
   * row offers a task that has at most one blocker. Nobody is told of what it did itself.
   */
  static List<String> untold(Path file) {
    return query(
        file,
        TOLD
            + ", due AS MATERIALIZED (SELECT task, seq, originator AS agent FROM line"
            + " WHERE actor <> originator"
            + " UNION SELECT l.task, l.seq, c.actor FROM line l JOIN line c ON c.task = l.task"
            + " AND c.event = 'claimed' AND c.seq <= l.seq WHERE c.actor <> l.actor"
            + " UNION SELECT l.task, l.seq, a.agent FROM line l JOIN task_audience a"
            + " ON a.place = l.place WHERE l.event = 'unblocked'"
            + " OR (l.event = 'created' AND l.said NOT LIKE '%blocked_by%'))"
            + " SELECT d.task || ' ' || d.seq || ' ' || d.agent FROM due d LEFT JOIN told s"
            + " ON s.task = d.task AND s.seq = d.seq AND s.agent = d.agent WHERE s.agent IS NULL");
  }

  /** Entries about tasks that came twice, to the one that did it, or about no row of a log. */
  static List<String> wronglyTold(Path file) {
    return query(
        file,
        TOLD
            + " SELECT task || ' ' || seq || ' ' || agent FROM told GROUP BY task, seq, agent"
            + " HAVING count(*) > 1 UNION SELECT s.task || ' ' || s.seq || ' ' || s.agent"
            + " FROM told s LEFT JOIN line l ON l.task = s.task AND l.seq = s.seq"
            + " WHERE l.task IS NULL OR l.actor = s.agent");
  }

  /** The events that the logs have. */
  static List<String> taskEvents(Path file) {
    return query(file, "SELECT DISTINCT event FROM task_log");
  }

  /** Tasks that were claimed twice, or changed after the claim by another than their owner. */
  static List<String> tasksOfSeveralOwners(Path file) {
    return query(
        file,
        "SELECT t.id FROM tasks t JOIN task_log l ON l.place = t.place WHERE l.event = 'claimed'"
            + " GROUP BY t.place HAVING count(*) > 1 UNION SELECT t.id FROM tasks t JOIN task_log l"
            + " ON l.place = t.place WHERE l.seq > 1 AND l.actor NOT IN (t.owner, '@server')");
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
