package dev.reveille.server.task;

import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.store.PageLimit;
import dev.reveille.server.store.Reader;
import dev.reveille.server.store.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The questions of {@link TaskReads} as SQL. Lists leave out the content of tasks. */
record TaskSql(TableReader tables) implements TaskReads {
  private static final String COLUMNS =
      "SELECT place, id, originator, target, assignee, title, priority, labels, created_at, due_at,"
          + " parent, %s, state, owner, updated_at, expires_at, cleanup_until, ended_at, seq,"
          + " blocked_by, chars%s FROM tasks";
  static final String LISTED = COLUMNS.formatted("'' AS content", "");

  /** Listed with the time of the last change by another agent than this one, as the log has it. */
  static final String WITH_NEWS =
      COLUMNS.formatted(
          "'' AS content",
          ", COALESCE((SELECT l.at FROM task_log l WHERE l.place = tasks.place AND l.actor <> ?"
              + " ORDER BY l.seq DESC LIMIT 1), created_at)");

  static final String BEFORE = " AND place < ? ORDER BY place DESC LIMIT ?";

  static final String TASK = COLUMNS.formatted("content", "") + " WHERE id = ?";
  static final String BRIEF = LISTED + " WHERE id = ?";
  static final String AUDIENCE =
      "SELECT agent FROM task_audience WHERE place = (SELECT place FROM tasks WHERE id = ?)"
          + " ORDER BY agent";
  static final String WAITERS = "SELECT waiter FROM task_waiters WHERE blocker = ?";
  static final String LOG =
      "SELECT ? AS task, seq, at, event, previous, state, actor, actor_name, said, move_key"
          + " FROM task_log WHERE place = (SELECT place FROM tasks WHERE id = ?) AND seq > ?"
          + " ORDER BY seq LIMIT ?";
  static final String UNHINTED =
      "SELECT t.id, l.seq, l.at, l.event, l.previous, l.state, l.actor, l.actor_name, l.said,"
          + " l.move_key, l.n FROM task_log l JOIN tasks t ON t.place = l.place"
          + " WHERE l.n > (SELECT n FROM task_hinted WHERE shard = 0) ORDER BY l.n LIMIT ?";
  static final String LAST_LOGGED = "SELECT n FROM task_log WHERE n > ? LIMIT 1";
  static final String KEYS =
      "SELECT actor, move_key FROM task_log WHERE place = (SELECT place FROM tasks WHERE id = ?)"
          + " AND move_key IS NOT NULL"
          + " ORDER BY seq DESC LIMIT ?";
  static final String OPEN_IN_STATE = LISTED + " WHERE ended_at IS NULL AND state = ?" + BEFORE;
  static final String ENDED_IN_STATE =
      LISTED
          + " WHERE ended_at IS NOT NULL AND state = ?"
          + " ORDER BY ended_at DESC, place DESC LIMIT ?";
  static final String ENDED_BEFORE =
      LISTED
          + " WHERE ended_at IS NOT NULL AND state = ? AND (ended_at, place) <"
          + " (SELECT last.ended_at, last.place FROM tasks last WHERE last.place = ?)"
          + " ORDER BY ended_at DESC, place DESC LIMIT ?";
  static final String ALL = LISTED + " WHERE place < ? ORDER BY place DESC LIMIT ?";
  static final String OPEN = "SELECT count(*) FROM tasks WHERE originator = ? AND ended_at IS NULL";
  static final String ALL_OPEN = "SELECT count(*) FROM tasks WHERE ended_at IS NULL";
  static final String OPEN_STATES = "SELECT state FROM tasks WHERE ended_at IS NULL";
  static final String ENDED_STATES = "SELECT state FROM tasks WHERE ended_at > ?";
  static final String ENDED_COUNT =
      "SELECT count(*) FROM tasks WHERE state = ? AND ended_at IS NOT NULL AND ended_at <= ?";
  static final String BLOCKED =
      LISTED
          + " WHERE blocked_by <> '[]' AND ended_at IS NULL AND place > ? ORDER BY place LIMIT ?";

  @Override
  public Optional<LoadedTask> load(String id) {
    return tables.read(
        r -> {
          var task = r.first(TASK, TaskTable::task, id);
          if (task.isEmpty()) return Optional.empty();
          return Optional.of(
              new LoadedTask(
                  task.get(),
                  task.get().facts().assignee() == null ? agents(r, id) : List.of(),
                  r.list(WAITERS, row -> row.getString(1), id),
                  r
                      .list(
                          KEYS,
                          row -> LiveTask.key(row.getString(1), row.getString(2)),
                          id,
                          LiveTask.MOST_KEYS)
                      .stream()
                      .flatMap(Optional::stream)
                      .toList()));
        });
  }

  private static List<String> agents(Reader reader, String id) throws SQLException {
    return reader.list(AUDIENCE, row -> row.getString(1), id);
  }

  @Override
  public Optional<StoredTask> task(String id) {
    return tables.first(TASK, TaskTable::task, id);
  }

  @Override
  public Optional<StoredTask> brief(String id) {
    return tables.first(BRIEF, TaskTable::task, id);
  }

  @Override
  public List<StoredTaskLog> log(String id, long after, int limit) {
    return tables.page(
        LOG,
        TaskTable::log,
        new PageLimit<>(row -> row.said().length()),
        id,
        id,
        after,
        Math.max(0, limit));
  }

  @Override
  public List<Placed> of(String agent, TaskMessages.@Nullable Part as, long before, int limit) {
    return tables.read(r -> TaskListSql.ALL.list(r, agent, as, before, Math.max(0, limit)));
  }

  @Override
  public List<Placed> openOf(String agent, TaskMessages.@Nullable Part as, long before, int limit) {
    return tables.read(r -> TaskListSql.OPEN.list(r, agent, as, before, Math.max(0, limit)));
  }

  @Override
  public long openFor(String agent) {
    return tables.first(TaskListSql.OPEN_FOR, row -> row.getLong(1), agent, agent).orElse(0L);
  }

  @Override
  public List<Waiting> waitingFor(String agent, int limit) {
    return tables.read(r -> TaskListSql.waiting(r, agent, Math.max(0, limit)));
  }

  @Override
  public List<Waiting> expiredOf(String agent, long since, int limit) {
    return tables.list(
        TaskListSql.EXPIRED,
        row -> {
          var task = TaskTable.task(row);
          return new Waiting(task, task.progress().updatedAt());
        },
        since,
        agent,
        agent,
        agent,
        Math.max(0, limit));
  }

  static Placed placed(ResultSet row) throws SQLException {
    return new Placed(row.getLong(1), TaskTable.task(row));
  }

  @Override
  public List<Placed> in(TaskState state, long before, int limit) {
    int most = Math.max(0, limit);
    if (!state.isOver()) {
      return tables.list(OPEN_IN_STATE, TaskSql::placed, state.name(), before, most);
    }
    return before == Long.MAX_VALUE
        ? tables.list(ENDED_IN_STATE, TaskSql::placed, state.name(), most)
        : tables.list(ENDED_BEFORE, TaskSql::placed, state.name(), before, most);
  }

  @Override
  public List<Placed> all(long before, int limit) {
    return tables.list(ALL, TaskSql::placed, before, Math.max(0, limit));
  }

  @Override
  public List<String> audience(String id) {
    return tables.read(r -> agents(r, id));
  }

  @Override
  public int open(String originator) {
    return tables.first(OPEN, row -> row.getInt(1), originator).orElse(0);
  }

  @Override
  public Map<TaskState, Long> counts(long endedAfter) {
    var counts = new EnumMap<TaskState, Long>(TaskState.class);
    for (var state : TaskState.values()) counts.put(state, 0L);
    var states = new ArrayList<String>();
    states.addAll(tables.list(OPEN_STATES, row -> row.getString(1)));
    states.addAll(tables.list(ENDED_STATES, row -> row.getString(1), endedAfter));
    for (var state : states) counts.merge(TaskState.valueOf(state), 1L, Long::sum);
    return counts;
  }

  @Override
  public Map<TaskState, Long> ended(long until) {
    var counts = new EnumMap<TaskState, Long>(TaskState.class);
    for (var state : TaskState.values()) {
      if (!state.isOver()) continue;
      tables
          .first(ENDED_COUNT, row -> row.getLong(1), state.name(), until)
          .ifPresent(count -> counts.put(state, count));
    }
    return counts;
  }

  @Override
  public long open() {
    return tables.first(ALL_OPEN, row -> row.getLong(1)).orElse(0L);
  }

  @Override
  public List<Placed> blocked(long after, int limit) {
    return tables.list(BLOCKED, TaskSql::placed, after, Math.max(0, limit));
  }

  @Override
  public LogRows unhinted(int limit) {
    return tables.read(
        r -> {
          var rows =
              r.list(
                  UNHINTED,
                  row -> Map.entry(row.getLong(11), TaskTable.log(row)),
                  new PageLimit<>(row -> row.getValue().said().length()),
                  limit);
          boolean more =
              !rows.isEmpty()
                  && r.first(LAST_LOGGED, row -> row.getLong(1), rows.getLast().getKey())
                      .isPresent();
          return new LogRows(rows.stream().map(Map.Entry::getValue).toList(), more);
        });
  }

  @Override
  public String secret() {
    return tables
        .first("SELECT secret FROM task_secret", row -> row.getString(1))
        .orElseThrow(() -> new IllegalStateException("the store has no secret for tasks"));
  }
}
