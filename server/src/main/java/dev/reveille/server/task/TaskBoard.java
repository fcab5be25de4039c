package dev.reveille.server.task;

import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The task board as JSON, for administrators; and the numbers of tasks, for everybody. */
public final class TaskBoard {
  /** The states in which the last words of the log say why the task does not go on. */
  private static final Set<TaskState> EXPLAINED =
      EnumSet.of(
          TaskState.INPUT_REQUIRED,
          TaskState.AUTH_REQUIRED,
          TaskState.FAILED,
          TaskState.CANCELED,
          TaskState.REJECTED);

  private static final int REASON_LENGTH = 300;

  /** The most waits in one answer. */
  private static final int MOST_WAITS = 500;

  /** Counts are shared for so long, so that many viewers cost as much as one. */
  private static final long COUNTS_NANOS = 250_000_000L;

  /** Looks at all open tasks are shared for so long. */
  private static final long LOOK_NANOS = 2_000_000_000L;

  private static final Comparator<TaskReads.Placed> BY_PLACE =
      Comparator.comparingLong(TaskReads.Placed::place);
  private static final Comparator<TaskReads.Placed> BY_END =
      Comparator.comparingLong(TaskBoard::endedAt).thenComparing(BY_PLACE);

  /** Tasks that ended before the last seconds are counted anew after so long. */
  private static final long OLD_NANOS = 60_000_000_000L;

  private static final long OLD_MILLIS = 10_000;

  /** The number of tasks that had ended in each state at a wall time. */
  private record OldEnds(long at, long until, Map<TaskState, Long> counts) {}

  private record Counted(long at, String json) {}

  private record Looked(long at, TaskWaits waits) {}

  private final Store store;
  private final TaskConfig config;
  private final Clock clock;
  private @Nullable OldEnds old;
  private @Nullable Counted counted;
  private @Nullable Looked looked;

  public TaskBoard(Store store, TaskConfig config, Clock clock) {
    this.store = store;
    this.config = config;
    this.clock = clock;
  }

  private TaskReads reads() {
    return store.reads(TaskReads.class);
  }

  /** Returns what selects tasks by parts of names or ids of their agents. */
  AgentMatch match(List<String> words) {
    return AgentSearch.of(store, words);
  }

  /** Returns how many tasks are in each state: a JSON object. */
  synchronized String counts() {
    long now = clock.nanos();
    var known = counted;
    if (known == null || now - known.at() >= COUNTS_NANOS) {
      var json = new JsonText(192);
      count().forEach((state, count) -> json.field(state.name(), count));
      known = new Counted(now, json.text());
      counted = known;
    }
    return known.json();
  }

  private Map<TaskState, Long> count() {
    long now = clock.nanos();
    var known = old;
    if (known == null || now - known.at() >= OLD_NANOS) {
      long until = clock.wallMillis() - OLD_MILLIS;
      known = new OldEnds(now, until, reads().ended(until));
      old = known;
    }
    var counts = reads().counts(known.until());
    known.counts().forEach((state, count) -> counts.merge(state, count, Long::sum));
    return counts;
  }

  /**
   * Returns a page of tasks, newest first, and the names of their agents. If all have ended, the
   * newest is the one that ended last.
   *
   * @param before where the last page ended
   */
  String tasks(TaskFilter filter, long before, int limit) {
    var found = filter.read(place -> page(filter, place), before, limit);
    var agents = new LinkedHashSet<String>();
    var tasks = new ArrayList<byte[]>();
    for (var task : found.tasks()) {
      tasks.add(card(task));
      agents.addAll(agentsOf(task));
    }
    return new JsonText()
        .raw("counts", counts())
        .rawList("tasks", tasks)
        .field("before", TaskFilter.text(found.next()))
        .raw("names", names(agents))
        .text();
  }

  /**
   * Returns tasks of several states before a place: ended ones by their end, others by creation.
   */
  private List<TaskReads.Placed> page(TaskFilter filter, long place) {
    var states = filter.states();
    boolean ended = !states.isEmpty() && states.stream().allMatch(TaskState::isOver);
    boolean open = !states.isEmpty() && states.stream().noneMatch(TaskState::isOver);
    if (!ended && !open) return reads().all(place, TaskFilter.READ_AT_ONCE);
    return states.stream()
        .flatMap(state -> reads().in(state, place, TaskFilter.READ_AT_ONCE).stream())
        .sorted((ended ? BY_END : BY_PLACE).reversed())
        .limit(TaskFilter.READ_AT_ONCE)
        .toList();
  }

  private static long endedAt(TaskReads.Placed each) {
    var at = each.task().progress().endedAt();
    return at == null ? Long.MAX_VALUE : at;
  }

  private byte[] card(StoredTask task) {
    var view = LiveTask.view(task).json();
    var json = new JsonText(view.length() + 64).rawFields(view.substring(1, view.length() - 1));
    if (EXPLAINED.contains(task.progress().state())) json.field("reason", reason(task));
    return json.bytes();
  }

  /** Returns the text of the newest row of the log; null if it has none. */
  private @Nullable String reason(StoredTask task) {
    for (var row : reads().log(task.id(), task.progress().seq() - 1, 1)) {
      for (var part : TaskQuery.entry(row).message()) {
        if (part instanceof TaskPart.Text(var text) && !text.isBlank()) return brief(text);
      }
    }
    return null;
  }

  private static String brief(String text) {
    if (text.length() <= REASON_LENGTH) return text;
    int end = Character.isHighSurrogate(text.charAt(REASON_LENGTH - 1)) ? 1 : 0;
    return text.substring(0, REASON_LENGTH - end) + "…";
  }

  /**
   * Returns a task with its content, its audience and its trail; empty if there is none.
   *
   * @param after only rows of the log with a greater seq
   */
  Optional<String> task(String id, long after) {
    return reads().task(id).map(task -> whole(task, after));
  }

  private String whole(StoredTask task, long after) {
    var content = TaskQuery.content(reads(), task, after, Long.MAX_VALUE);
    var view = LiveTask.view(task).with(content).json();
    var audience = reads().audience(task.id());
    var agents = new LinkedHashSet<>(agentsOf(task));
    agents.addAll(audience);
    var related = new LinkedHashSet<>(task.progress().blockedBy());
    if (task.facts().parent() != null) related.add(task.facts().parent());
    return new JsonText(view.length() + 512)
        .rawFields(view.substring(1, view.length() - 1))
        .field("audience", audience)
        .rawList(
            "related",
            related.stream()
                .flatMap(id -> reads().brief(id).stream())
                .map(TaskBoard::relation)
                .toList())
        .raw("names", names(agents))
        .text();
  }

  private static byte[] relation(StoredTask task) {
    return new JsonText(160)
        .field("task_id", task.id())
        .field("title", task.facts().title())
        .field("state", task.progress().state().name())
        .bytes();
  }

  /** Returns who waits for whom, longest first, and what will not end by itself. */
  public String waits() {
    var look = look();
    var agents = new LinkedHashSet<String>();
    var shown =
        look.waits().stream()
            .sorted(Comparator.comparingLong(TaskWait::since))
            .limit(MOST_WAITS)
            .toList();
    for (var wait : shown) agents.addAll(List.of(wait.waiter(), wait.on()));
    var foundAt = new HashMap<String, Long>();
    for (var each : store.reads(TaskFindingReads.class).findings()) {
      foundAt.put(each.id(), each.foundAt());
    }
    var findings = new ArrayList<byte[]>();
    for (var each : look.findings()) {
      findings.add(
          new JsonText(192)
              .field("kind", each.kind())
              .field("found_at", foundAt.getOrDefault(each.id(), clock.wallMillis()))
              .raw("detail", each.detail())
              .bytes());
    }
    return new JsonText(1024)
        .rawList("waits", shown.stream().map(TaskWait::json).toList())
        .field("total", look.waits().size())
        .rawList("findings", findings)
        .field("complete", look.complete())
        .raw("titles", titles(look))
        .raw("names", names(agents))
        .text();
  }

  /** Returns the titles of tasks that others wait for, by their ids: a JSON object. */
  private String titles(TaskWaits look) {
    var json = new JsonText(256);
    look.waits().stream()
        .flatMap(wait -> Stream.ofNullable(wait.blocker()))
        .distinct()
        .limit(MOST_WAITS)
        .flatMap(id -> reads().brief(id).stream())
        .forEach(task -> json.field(task.id(), task.facts().title()));
    return json.text();
  }

  private synchronized TaskWaits look() {
    long now = clock.nanos();
    var known = looked;
    if (known == null || now - known.at() >= LOOK_NANOS) {
      var waits = TaskWaits.look(store, config.stalledAfter(), clock.wallMillis());
      known = new Looked(now, waits);
      looked = known;
    }
    return known.waits();
  }

  private static List<String> agentsOf(StoredTask task) {
    var agents = new ArrayList<String>();
    agents.add(task.facts().originator());
    var assignee = task.facts().assignee();
    if (assignee != null) agents.add(assignee);
    var owner = task.progress().owner();
    if (owner != null) agents.add(owner);
    return agents;
  }

  /** Returns the names of agents by their ids: a JSON object. */
  private String names(Collection<String> agents) {
    var json = new JsonText(256);
    var known = store.reads(AgentReads.class);
    for (var id : agents) {
      known.agent(id).map(StoredAgent::name).ifPresent(name -> json.field(id, name));
    }
    return json.text();
  }
}
