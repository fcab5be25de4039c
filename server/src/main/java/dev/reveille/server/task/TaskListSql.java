package dev.reveille.server.task;

import dev.reveille.protocol.TaskMessages;
import dev.reveille.server.store.Reader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The questions for the tasks of one agent, by its part in them, as SQL. */
record TaskListSql(
    String originator, String owner, String assignee, String owningAssignee, String audience) {
  private static final String IS_OPEN = " AND ended_at IS NULL";

  /** All tasks of an agent. */
  static final TaskListSql ALL =
      of(
          "",
          TaskSql.LISTED
              + " WHERE place IN (SELECT place FROM task_audience WHERE agent = ? AND place < ?"
              + " ORDER BY place DESC LIMIT ?) ORDER BY place DESC");

  /** The open tasks of an agent. It may have been told of many more tasks than are open. */
  static final TaskListSql OPEN =
      of(
          IS_OPEN,
          TaskSql.LISTED
              + " WHERE EXISTS (SELECT 1 FROM task_audience a WHERE a.agent = ?"
              + " AND a.place = tasks.place)"
              + IS_OPEN
              + TaskSql.BEFORE);

  static final String OPEN_FOR =
      "SELECT (SELECT count(*) FROM tasks WHERE owner = ? AND assignee IS NULL"
          + IS_OPEN
          + ") + (SELECT count(*) FROM tasks WHERE assignee = ?"
          + IS_OPEN
          + ")";

  static final String OWNED =
      withNews(" WHERE owner = ? AND assignee IS NULL AND state = 'WORKING'");
  static final String ASSIGNED =
      withNews(
          " WHERE assignee = ? AND (state = 'WORKING'"
              + " OR (state = 'SUBMITTED' AND blocked_by = '[]'))");
  static final String ASKED =
      withNews(" WHERE originator = ? AND state IN ('INPUT_REQUIRED', 'AUTH_REQUIRED')");

  static final String EXPIRED =
      TaskSql.LISTED
          + " WHERE ended_at >= ? AND state = 'EXPIRED'"
          + " AND (originator = ? OR owner = ? OR (owner IS NULL AND assignee = ?))"
          + " ORDER BY ended_at DESC LIMIT ?";

  private static TaskListSql of(String only, String audience) {
    var end = only + TaskSql.BEFORE;
    return new TaskListSql(
        TaskSql.LISTED + " WHERE originator = ?" + end,
        TaskSql.LISTED + " WHERE owner = ? AND assignee IS NULL" + end,
        TaskSql.LISTED + " WHERE assignee = ?" + end,
        TaskSql.LISTED + " WHERE assignee = ? AND owner IS NOT NULL" + end,
        audience);
  }

  private static String withNews(String which) {
    return TaskSql.WITH_NEWS + which + IS_OPEN + TaskSql.BEFORE;
  }

  /** Returns tasks before a place, newest first. */
  List<TaskReads.Placed> list(
      Reader reader, String agent, TaskMessages.@Nullable Part as, long before, int limit)
      throws SQLException {
    var questions = new ArrayList<String>();
    if (as == null || as == TaskMessages.Part.ORIGINATOR) questions.add(originator);
    if (as == null || as == TaskMessages.Part.OWNER) {
      questions.addAll(List.of(owner, owningAssignee));
    }
    if (as == null || as == TaskMessages.Part.AUDIENCE) {
      questions.addAll(List.of(assignee, audience));
    }
    var found = new TreeMap<Long, TaskReads.Placed>();
    for (var question : questions) {
      for (var each : reader.list(question, TaskSql::placed, agent, before, limit)) {
        found.put(each.place(), each);
      }
    }
    return found.descendingMap().values().stream().limit(limit).toList();
  }

  /** Returns the newest tasks that wait for an agent. */
  static List<TaskReads.Waiting> waiting(Reader reader, String agent, int limit)
      throws SQLException {
    record Found(long place, TaskReads.Waiting task) {}
    var found = new ArrayList<Found>();
    for (var question : List.of(OWNED, ASSIGNED, ASKED)) {
      found.addAll(
          reader.list(
              question,
              row ->
                  new Found(
                      row.getLong(1), new TaskReads.Waiting(TaskTable.task(row), row.getLong(22))),
              agent,
              agent,
              Long.MAX_VALUE,
              limit));
    }
    return found.stream()
        .sorted(Comparator.comparingLong(Found::place).reversed())
        .limit(limit)
        .map(Found::task)
        .toList();
  }
}
