package dev.reveille.server.task;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.store.Table;
import dev.reveille.server.store.TableWrite;
import dev.reveille.server.store.TableWriter;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of tasks, their audiences, their logs and what waits for them. */
public final class TaskTable {
  /** A task is removed this long after its end. */
  static final Duration KEPT = Duration.ofDays(90);

  private static final String ADD =
      "INSERT INTO tasks (state, owner, updated_at, expires_at, cleanup_until, ended_at, seq,"
          + " blocked_by, chars, id, originator, target, assignee, title, priority, labels,"
          + " created_at, due_at, parent, content, place)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String MOVE =
      "UPDATE tasks SET state = ?, owner = ?, updated_at = ?, expires_at = ?, cleanup_until = ?,"
          + " ended_at = ?, seq = ?, blocked_by = ?, chars = ?"
          + " WHERE place = ? AND id = ? AND seq = ?";

  /** A task that stays open keeps its place in the indexes of open tasks. */
  private static final String MOVE_OPEN = MOVE.replace(" ended_at = ?,", "");

  private static final String ENDED = "(SELECT %s FROM tasks WHERE ended_at <= ?)";

  private static final Table TASKS =
      Table.named("tasks")
          .migrations("V20__tasks.sql", "V54__tasks_open_and_ended.sql")
          .ids("place")
          .write(AddTask.class, TaskTable::add)
          .write(MoveTask.class, TaskTable::move)
          .keepsAgent(
              "SELECT 1 FROM tasks t WHERE t.originator = agents.id AND t.ended_at IS NULL"
                  + " UNION ALL SELECT 1 FROM tasks t WHERE t.owner = agents.id"
                  + " AND t.ended_at IS NULL UNION ALL SELECT 1 FROM tasks t"
                  + " WHERE t.assignee = agents.id AND t.ended_at IS NULL")
          .removeOlderThan(
              KEPT,
              "ended_at",
              "DELETE FROM task_log WHERE place IN " + ENDED.formatted("place"),
              "DELETE FROM task_waiters WHERE blocker IN " + ENDED.formatted("id"),
              "DELETE FROM task_audience WHERE place IN " + ENDED.formatted("place"))
          .reads(TaskReads.class, TaskSql::new)
          .build();

  private static final Table AUDIENCE =
      Table.named("task_audience").migrations("V20__tasks.sql").build();

  private static final Table LOG =
      Table.named("task_log")
          .migrations("V20__tasks.sql", "V44__task_hints.sql")
          .ids("n")
          .write(AppendTaskLog.class, TaskTable::append)
          .build();

  private static final Table HINTED =
      Table.named("task_hinted")
          .migrations("V44__task_hints.sql")
          .write(SetHinted.class, TaskTable::hinted)
          .build();

  private static final Table WAITERS =
      Table.named("task_waiters")
          .migrations("V20__tasks.sql")
          .write(
              AddTaskWaiter.class,
              "INSERT INTO task_waiters (blocker, waiter) VALUES (?, ?)"
                  + " ON CONFLICT (blocker, waiter) DO NOTHING",
              (row, write) -> {
                row.setString(1, write.blocker());
                row.setString(2, write.waiter());
              })
          .build();

  private static final Table SECRET =
      Table.named("task_secret").migrations("V20__tasks.sql").build();

  public static final List<Table> TABLES = List.of(TASKS, AUDIENCE, LOG, HINTED, WAITERS, SECRET);

  private TaskTable() {}

  private static TableWrite.Application<AddTask> add(TableWriter writer) throws SQLException {
    var batch = writer.batch(ADD);
    var members = writer.batch("INSERT INTO task_audience (agent, place) VALUES (?, ?)");
    var places = TaskPlaces.of(writer);
    return write -> {
      var task = write.task();
      var facts = task.facts();
      long place = writer.nextId();
      var row = batch.row();
      var _ = progress(row, task.progress(), true);
      row.setString(10, task.id());
      row.setString(11, facts.originator());
      row.setString(12, facts.target());
      row.setString(13, facts.assignee());
      row.setString(14, facts.title());
      row.setString(15, facts.priority().word());
      row.setString(16, list(facts.labels()));
      row.setLong(17, facts.createdAt());
      row.setObject(18, facts.dueAt(), Types.BIGINT);
      row.setString(19, facts.parent());
      row.setString(20, facts.content());
      row.setLong(21, place);
      batch.add();
      places.put(task.id(), place);
      for (var agent : write.audience()) {
        members.row().setString(1, agent);
        members.row().setLong(2, place);
        members.add();
      }
    };
  }

  /** A task that ended stays ended, so its changes while it was open are sent before. */
  private static TableWrite.Application<MoveTask> move(TableWriter writer) throws SQLException {
    var notNext = "Not stored: a change of a task is not the next one.";
    var open = writer.batch(MOVE_OPEN, notNext);
    var ended = writer.batch(MOVE, notNext);
    var places = TaskPlaces.of(writer);
    return write -> {
      boolean isOpen = write.progress().endedAt() == null;
      var batch = isOpen ? open : ended;
      // This may send the batches, which clears what is set of a row.
      long place = places.find(writer, write.id());
      int next = progress(batch.row(), write.progress(), !isOpen);
      batch.row().setLong(next, place);
      batch.row().setString(next + 1, write.id());
      batch.row().setLong(next + 2, write.progress().seq() - 1);
      batch.add();
    };
  }

  /** Sets the first parameters. Returns the number of the next one. */
  private static int progress(PreparedStatement row, TaskProgress now, boolean withEnd)
      throws SQLException {
    row.setString(1, now.state().name());
    row.setString(2, now.owner());
    row.setLong(3, now.updatedAt());
    row.setObject(4, now.expiresAt(), Types.BIGINT);
    row.setObject(5, now.cleanupUntil(), Types.BIGINT);
    int next = 6;
    if (withEnd) row.setObject(next++, now.endedAt(), Types.BIGINT);
    row.setLong(next++, now.seq());
    row.setString(next++, list(now.blockedBy()));
    row.setLong(next++, now.chars());
    return next;
  }

  private static TableWrite.Application<AppendTaskLog> append(TableWriter writer)
      throws SQLException {
    var batch =
        writer.batch(
            "INSERT INTO task_log (n, place, seq, at, event, previous, state, actor, actor_name, said,"
                + " move_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    var places = TaskPlaces.of(writer);
    return write -> {
      var log = write.row();
      var previous = log.previous();
      long place = places.find(writer, log.task());
      if (place == TaskPlaces.NOWHERE) return;
      var row = batch.row();
      row.setLong(1, writer.nextId());
      row.setLong(2, place);
      row.setLong(3, log.seq());
      row.setLong(4, log.at());
      row.setString(5, log.event());
      row.setString(6, previous == null ? null : previous.name());
      row.setString(7, log.state().name());
      row.setString(8, log.actor());
      row.setString(9, log.actorName());
      row.setString(10, log.said());
      row.setString(11, log.key());
      batch.add();
    };
  }

  private static TableWrite.Application<SetHinted> hinted(TableWriter writer) throws SQLException {
    var row =
        writer.prepare(
            "UPDATE task_hinted SET n = max(n, COALESCE((SELECT l.n FROM task_log l JOIN tasks t"
                + " ON t.place = l.place WHERE t.id = ? AND l.seq = ?), 0)) WHERE shard = 0");
    return write -> {
      writer.send();
      row.setString(1, write.task());
      row.setLong(2, write.seq());
      row.executeUpdate();
    };
  }

  private static String list(List<String> words) {
    if (words.isEmpty()) return "[]";
    var text = new JsonText(64).field("l", words).text();
    return text.substring(text.indexOf('['), text.length() - 1);
  }

  private static List<String> words(String list) {
    if (list.equals("[]")) return List.of();
    var words = new ArrayList<String>();
    Json.read(list).ifPresent(json -> json.forEach(word -> words.add(word.asString(""))));
    return words;
  }

  /** Reads the columns that {@link TaskSql} asks for, from the second on. */
  static StoredTask task(ResultSet row) throws SQLException {
    return new StoredTask(
        row.getString(2),
        new StoredTask.Facts(
            row.getString(3),
            row.getString(4),
            row.getString(5),
            row.getString(6),
            Priority.of(row.getString(7)).orElse(Priority.NORMAL),
            words(row.getString(8)),
            row.getLong(9),
            time(row, 10),
            row.getString(11),
            row.getString(12)),
        new TaskProgress(
            TaskState.valueOf(row.getString(13)),
            row.getString(14),
            row.getLong(15),
            time(row, 16),
            time(row, 17),
            time(row, 18),
            row.getLong(19),
            words(row.getString(20)),
            row.getLong(21)));
  }

  static StoredTaskLog log(ResultSet row) throws SQLException {
    var previous = row.getString(5);
    return new StoredTaskLog(
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getString(4),
        previous == null ? null : TaskState.valueOf(previous),
        TaskState.valueOf(row.getString(6)),
        row.getString(7),
        row.getString(8),
        row.getString(9),
        row.getString(10));
  }

  private static @Nullable Long time(ResultSet row, int column) throws SQLException {
    long time = row.getLong(column);
    return row.wasNull() ? null : time;
  }
}
