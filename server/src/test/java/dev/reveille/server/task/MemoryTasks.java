package dev.reveille.server.task;

import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.store.MemoryTable;
import dev.reveille.server.store.PageLimit;
import dev.reveille.server.store.Undo;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tasks with their logs, in memory. */
public final class MemoryTasks extends MemoryTable implements TaskReads {
  private static final String HINTED = "n";
  private static final String SECRET = "of the simulated store";

  private final TreeMap<Long, StoredTask> tasks = new TreeMap<>();
  private final Map<String, Long> places = new HashMap<>();
  private final Map<Long, Set<String>> audiences = new HashMap<>();
  private final Map<String, TreeMap<Long, StoredTaskLog>> logs = new HashMap<>();
  private final TreeMap<Long, StoredTaskLog> inOrder = new TreeMap<>();
  private final Map<String, Long> hinted = new HashMap<>();
  private final Map<String, Set<String>> waiters = new HashMap<>();

  public MemoryTasks() {
    write(AddTask.class, this::add);
    write(MoveTask.class, this::move);
    write(AppendTaskLog.class, (write, undo) -> append(write.row(), undo));
    write(SetHinted.class, this::hinted);
    write(
        AddTaskWaiter.class,
        (write, undo) -> {
          var all = new TreeSet<>(waiters.getOrDefault(write.blocker(), Set.of()));
          all.add(write.waiter());
          undo.set(waiters, write.blocker(), all);
        });
    reads(TaskReads.class, this);
  }

  private void add(AddTask write, Undo undo) throws Contradiction {
    var task = write.task();
    if (places.containsKey(task.id())) throw new Contradiction("task " + task.id() + " exists");
    long place = nextId();
    undo.set(places, task.id(), place);
    undo.set(tasks, place, task);
    if (!write.audience().isEmpty()) undo.set(audiences, place, new TreeSet<>(write.audience()));
  }

  private void move(MoveTask write, Undo undo) throws Contradiction {
    var place = places.get(write.id());
    var old = place == null ? null : tasks.get(place);
    if (place == null || old == null || old.progress().seq() != write.progress().seq() - 1) {
      throw new Contradiction("change " + write.progress().seq() + " of " + write.id());
    }
    var next = keepingEnd(write.progress(), old.progress().endedAt());
    undo.set(tasks, place, new StoredTask(old.id(), old.facts(), next));
  }

  private static TaskProgress keepingEnd(TaskProgress next, @Nullable Long endedAt) {
    if (endedAt == null || next.endedAt() != null) return next;
    return new TaskProgress(
        next.state(),
        next.owner(),
        next.updatedAt(),
        next.expiresAt(),
        next.cleanupUntil(),
        endedAt,
        next.seq(),
        next.blockedBy(),
        next.chars());
  }

  private void append(StoredTaskLog row, Undo undo) throws Contradiction {
    // As the database: a row of a task that does not exist is not added.
    if (!places.containsKey(row.task())) return;
    var log = logs.computeIfAbsent(row.task(), _ -> new TreeMap<>());
    if (log.containsKey(row.seq())) {
      throw new Contradiction("row " + row.seq() + " of " + row.task() + " exists");
    }
    undo.set(log, row.seq(), row);
    undo.set(inOrder, nextId(), row);
  }

  private void hinted(SetHinted write, Undo undo) {
    for (var each : inOrder.entrySet()) {
      var row = each.getValue();
      if (row.task().equals(write.task()) && row.seq() == write.seq()) {
        undo.set(hinted, HINTED, Math.max(each.getKey(), hinted.getOrDefault(HINTED, 0L)));
      }
    }
  }

  private Optional<StoredTask> find(String id) {
    return Optional.ofNullable(places.get(id)).map(tasks::get);
  }

  @Override
  public Optional<LoadedTask> load(String id) {
    read();
    return find(id)
        .map(
            task ->
                new LoadedTask(
                    task,
                    agents(id),
                    List.copyOf(waiters.getOrDefault(id, Set.of())),
                    logs.getOrDefault(id, new TreeMap<>()).descendingMap().values().stream()
                        .flatMap(row -> LiveTask.key(row.actor(), row.key()).stream())
                        .limit(LiveTask.MOST_KEYS)
                        .toList()));
  }

  private List<String> agents(String id) {
    return List.copyOf(audiences.getOrDefault(places.getOrDefault(id, 0L), Set.of()));
  }

  @Override
  public Optional<StoredTask> task(String id) {
    read();
    return find(id);
  }

  @Override
  public Optional<StoredTask> brief(String id) {
    return task(id).map(MemoryTasks::brief);
  }

  @Override
  public List<StoredTaskLog> log(String id, long after, int limit) {
    read();
    var room = new PageLimit<StoredTaskLog>(row -> row.said().length());
    return logs.getOrDefault(id, new TreeMap<>()).tailMap(after, false).values().stream()
        .limit(Math.max(0, limit))
        .takeWhile(room::takes)
        .toList();
  }

  @Override
  public List<Placed> of(String agent, TaskMessages.@Nullable Part as, long before, int limit) {
    read();
    return tasks.headMap(before, false).descendingMap().entrySet().stream()
        .filter(each -> has(each.getKey(), each.getValue(), agent, as))
        .limit(Math.max(0, limit))
        .map(MemoryTasks::placed)
        .toList();
  }

  private boolean has(long place, StoredTask task, String agent, TaskMessages.@Nullable Part as) {
    boolean all = as == null;
    return ((all || as == TaskMessages.Part.ORIGINATOR) && agent.equals(task.facts().originator()))
        || ((all || as == TaskMessages.Part.OWNER) && agent.equals(task.progress().owner()))
        || ((all || as == TaskMessages.Part.AUDIENCE)
            && (agent.equals(task.facts().assignee())
                || audiences.getOrDefault(place, Set.of()).contains(agent)));
  }

  @Override
  public List<Placed> openOf(String agent, TaskMessages.@Nullable Part as, long before, int limit) {
    return of(agent, as, before, Integer.MAX_VALUE).stream()
        .filter(each -> each.task().progress().endedAt() == null)
        .limit(Math.max(0, limit))
        .toList();
  }

  @Override
  public long openFor(String agent) {
    return openOf(agent, null, Long.MAX_VALUE, Integer.MAX_VALUE).stream()
        .map(Placed::task)
        .filter(task -> MemoryTaskParts.isFor(agent, task))
        .count();
  }

  @Override
  public List<Waiting> waitingFor(String agent, int limit) {
    return openOf(agent, null, Long.MAX_VALUE, Integer.MAX_VALUE).stream()
        .map(Placed::task)
        .filter(task -> MemoryTaskParts.waitsFor(agent, task))
        .limit(Math.max(0, limit))
        .map(task -> new Waiting(task, newsAt(agent, task)))
        .toList();
  }

  private long newsAt(String agent, StoredTask task) {
    return logs.getOrDefault(task.id(), new TreeMap<>()).descendingMap().values().stream()
        .filter(row -> !row.actor().equals(agent))
        .map(StoredTaskLog::at)
        .findFirst()
        .orElse(task.facts().createdAt());
  }

  @Override
  public List<Waiting> expiredOf(String agent, long since, int limit) {
    return in(TaskState.EXPIRED, Long.MAX_VALUE, Integer.MAX_VALUE).stream()
        .map(Placed::task)
        .filter(task -> MemoryTaskParts.endedAt(task) >= since)
        .filter(task -> MemoryTaskParts.concerns(agent, task))
        .limit(Math.max(0, limit))
        .map(task -> new Waiting(task, task.progress().updatedAt()))
        .toList();
  }

  private static Placed placed(Map.Entry<Long, StoredTask> each) {
    return new Placed(each.getKey(), brief(each.getValue()));
  }

  /** Lists leave out the content of tasks. */
  private static StoredTask brief(StoredTask task) {
    var f = task.facts();
    var brief =
        new StoredTask.Facts(
            f.originator(),
            f.target(),
            f.assignee(),
            f.title(),
            f.priority(),
            f.labels(),
            f.createdAt(),
            f.dueAt(),
            f.parent(),
            "");
    return new StoredTask(task.id(), brief, task.progress());
  }

  @Override
  public List<Placed> in(TaskState state, long before, int limit) {
    if (!state.isOver()) {
      return newest(before, limit, each -> each.progress().state() == state);
    }
    read();
    var order = MemoryTaskParts.BY_END;
    var ended =
        tasks.entrySet().stream()
            .filter(each -> each.getValue().progress().state() == state)
            .filter(each -> each.getValue().progress().endedAt() != null);
    var last = tasks.get(before);
    if (last == null && before != Long.MAX_VALUE) return List.of();
    return ended
        .filter(each -> last == null || order.compare(each, Map.entry(before, last)) > 0)
        .sorted(order)
        .limit(Math.max(0, limit))
        .map(MemoryTasks::placed)
        .toList();
  }

  @Override
  public List<Placed> all(long before, int limit) {
    return newest(before, limit, _ -> true);
  }

  private List<Placed> newest(long before, int limit, Predicate<StoredTask> which) {
    read();
    return tasks.headMap(before, false).descendingMap().entrySet().stream()
        .filter(each -> which.test(each.getValue()))
        .limit(Math.max(0, limit))
        .map(MemoryTasks::placed)
        .toList();
  }

  @Override
  public List<String> audience(String id) {
    read();
    return agents(id);
  }

  @Override
  public int open(String originator) {
    read();
    return (int)
        tasks.values().stream()
            .filter(task -> task.facts().originator().equals(originator))
            .filter(task -> task.progress().endedAt() == null)
            .count();
  }

  @Override
  public long open() {
    read();
    return tasks.values().stream().filter(task -> task.progress().endedAt() == null).count();
  }

  @Override
  public Map<TaskState, Long> counts(long endedAfter) {
    read();
    return MemoryTaskParts.counts(
        tasks.values(),
        EnumSet.allOf(TaskState.class),
        task -> MemoryTaskParts.endedAt(task) > endedAfter);
  }

  @Override
  public Map<TaskState, Long> ended(long until) {
    read();
    return MemoryTaskParts.counts(
        tasks.values(), MemoryTaskParts.ENDS, task -> MemoryTaskParts.endedAt(task) <= until);
  }

  @Override
  public List<Placed> blocked(long after, int limit) {
    read();
    return tasks.tailMap(after, false).entrySet().stream()
        .filter(each -> !each.getValue().progress().blockedBy().isEmpty())
        .filter(each -> each.getValue().progress().endedAt() == null)
        .sorted(Comparator.comparing(Map.Entry::getKey))
        .limit(Math.max(0, limit))
        .map(MemoryTasks::placed)
        .toList();
  }

  @Override
  public LogRows unhinted(int limit) {
    read();
    var after = inOrder.tailMap(hinted.getOrDefault(HINTED, 0L), false);
    var room = new PageLimit<StoredTaskLog>(row -> row.said().length());
    var rows = after.values().stream().limit(limit).takeWhile(room::takes).toList();
    return new LogRows(rows, rows.size() < after.size());
  }

  @Override
  public String secret() {
    return SECRET;
  }

  @Override
  protected boolean keepsAgent(String agent, long now) {
    return tasks.values().stream()
        .filter(task -> task.progress().endedAt() == null)
        .anyMatch(
            task ->
                agent.equals(task.facts().originator())
                    || agent.equals(task.progress().owner())
                    || agent.equals(task.facts().assignee()));
  }

  @Override
  protected long removeOldRows(long now) {
    long oldest = now - TaskTable.KEPT.toMillis();
    long removed = 0;
    for (var each : List.copyOf(tasks.entrySet())) {
      var ended = each.getValue().progress().endedAt();
      if (ended == null || ended >= oldest) continue;
      var id = each.getValue().id();
      tasks.remove(each.getKey());
      places.remove(id);
      audiences.remove(each.getKey());
      logs.remove(id);
      inOrder.values().removeIf(row -> row.task().equals(id));
      waiters.remove(id);
      removed++;
    }
    return removed;
  }

  @Override
  protected Map<String, Long> sizes() {
    return Map.of(
        "tasks",
        (long) tasks.size(),
        "task_audience",
        audiences.values().stream().mapToLong(Set::size).sum(),
        "task_log",
        logs.values().stream().mapToLong(Map::size).sum(),
        "task_hinted",
        1L,
        "task_waiters",
        waiters.values().stream().mapToLong(Set::size).sum(),
        "task_secret",
        1L);
  }
}
