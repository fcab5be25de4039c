package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.TimerReads;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.MemoryStore;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.StoredTaskLog;
import dev.reveille.server.task.TaskReads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks what the store and the clients know about tasks, when all is quiet. */
final class TaskCheck {
  private final MemoryStore store;
  private final long now;
  private final Map<String, StoredTask> tasks = new HashMap<>();
  private final Map<String, List<StoredTaskLog>> logs = new HashMap<>();

  TaskCheck(SimulatedNode node) {
    store = node.store();
    now = node.wallMillis();
    for (var state : TaskState.values()) {
      for (var each : reads().in(state, Long.MAX_VALUE, 100_000)) {
        tasks.put(each.task().id(), each.task());
        logs.put(each.task().id(), reads().log(each.task().id(), 0, 10_000));
      }
    }
  }

  private TaskReads reads() {
    return store.reads(TaskReads.class);
  }

  int tasks() {
    return tasks.size();
  }

  int rows() {
    return logs.values().stream().mapToInt(List::size).sum();
  }

  /** Follows each log: no gap, each row goes on where the last one ended, one owner at a time. */
  void logs() {
    for (var task : tasks.values()) {
      var log = logs.getOrDefault(task.id(), List.of());
      var keys = new HashSet<String>();
      TaskState state = null;
      String owner = null;
      long seq = 0;
      for (var row : log) {
        assertThat(row.seq()).as("gapless: " + log).isEqualTo(++seq);
        assertThat(row.previous()).as("goes on: " + log).isEqualTo(state);
        if (row.key() != null) assertThat(keys.add(row.actor() + row.key())).as("once").isTrue();
        owner = ownerAfter(task, row, owner);
        state = row.state();
      }
      assertThat(task.progress().seq()).as("the row of the task").isEqualTo(seq);
      assertThat(task.progress().state()).isEqualTo(state);
      assertThat(task.progress().owner()).isEqualTo(owner);
      assertThat(task.progress().endedAt() != null)
          .isEqualTo(Objects.requireNonNull(state).isOver());
    }
  }

  private static @Nullable String ownerAfter(
      StoredTask task, StoredTaskLog row, @Nullable String owner) {
    switch (row.event()) {
      case "claimed" -> {
        assertThat(owner).as("claimed once").isNull();
        assertThat(row.actor()).isNotEqualTo("@server");
        return row.actor();
      }
      case "given_back" -> {
        assertThat(row.actor()).isEqualTo(owner);
        return null;
      }
      case "completed", "failed", "input_required", "auth_required" ->
          assertThat(row.actor()).as("only its owner: " + row).isEqualTo(owner);
      case "canceled", "extended", "relinked", "created" ->
          assertThat(row.actor()).isEqualTo(task.facts().originator());
      default -> {}
    }
    return owner;
  }

  /** Every answer that said yes is a row of the log, and no row was promised to two requests. */
  void answers(Collection<SimulatedAgent> agents) {
    for (var agent : agents) {
      for (var known : agent.known()) {
        if (!(known.message() instanceof TaskAnswers.Answer answer) || !answer.ok()) continue;
        var key = answer.clientMsgId();
        if (key == null) continue;
        var rows =
            logs.getOrDefault(answer.task().taskId(), List.of()).stream()
                .filter(row -> key.equals(row.key()))
                .toList();
        // Who has the task and claims it once more is told so, without a second row.
        boolean hasItAlready =
            answer.request().equals("TASK_CLAIM")
                && rows.isEmpty()
                && Objects.equals(answer.task().owner(), agent.id());
        if (hasItAlready) continue;
        assertThat(rows).as("what " + answer + " promised").hasSize(1);
        assertThat(rows.getFirst().seq()).isLessThanOrEqualTo(answer.task().seq());
      }
    }
  }

  /**
   * Originator, owner, and for an offer the audience were told of each row once; nobody else, and
   * nobody of what it did itself.
   */
  void hints(Set<String> agents) {
    var told = new HashMap<String, List<String>>();
    for (var agent : agents) {
      for (var entry : store.reads(EntryReads.class).after(agent, 0, 100_000)) {
        if (!entry.kind().equals(TaskAnswers.EVENT_TYPE)) continue;
        var event = TaskAnswers.Event.of(Messages.wire(entry)).orElseThrow();
        var row = row(event);
        assertThat(row.state()).isEqualTo(event.state());
        assertThat(row.previous()).isEqualTo(event.previous());
        assertThat(row.actor()).isEqualTo(event.actor()).isNotEqualTo(agent);
        told.computeIfAbsent(event.taskId() + " " + event.taskSeq(), _ -> new ArrayList<>())
            .add(agent);
      }
    }
    for (var task : tasks.values()) {
      String owner = null;
      Set<String> blockers = Set.of();
      for (var row : logs.getOrDefault(task.id(), List.of())) {
        var before = owner;
        owner = ownerAfter(task, row, owner);
        var blocked = blockers;
        blockers = blockersAfter(row, blockers);
        var expected = new LinkedHashSet<String>();
        expected.add(task.facts().originator());
        if (owner != null) expected.add(owner);
        else if (before != null) expected.add(before);
        else if (task.facts().assignee() != null) expected.add(task.facts().assignee());
        boolean isOffer = row.event().equals("created") || row.event().equals("given_back");
        if (blockers.isEmpty() && (isOffer || !blocked.isEmpty())) {
          expected.addAll(reads().audience(task.id()));
          if (task.facts().assignee() != null) expected.add(task.facts().assignee());
        }
        expected.remove(row.actor());
        var got = told.getOrDefault(task.id() + " " + row.seq(), List.of());
        assertThat(got).as("told once: " + row).containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  /** Follows what a task waits for through the details of its log. */
  private static Set<String> blockersAfter(StoredTaskLog row, Set<String> before) {
    var after = new LinkedHashSet<>(before);
    var detail = Json.read("{" + row.said() + "}").orElseThrow().path("detail");
    switch (row.event()) {
      case "created", "relinked" -> {
        after.clear();
        detail.path("blocked_by").forEach(task -> after.add(task.asString()));
      }
      case "unblocked" -> after.remove(detail.path("blocker").asString());
      default -> {}
    }
    return after;
  }

  private StoredTaskLog row(TaskAnswers.Event event) {
    return logs.getOrDefault(event.taskId(), List.of()).stream()
        .filter(row -> row.seq() == event.taskSeq())
        .findFirst()
        .orElseThrow(() -> new AssertionError("told of what never was: " + event));
  }

  /** Nothing is overdue, and exactly the open tasks that expire have a timer. */
  void expiries() {
    var expiring = new HashSet<String>();
    for (var task : tasks.values()) {
      var at = task.progress().expiresAt();
      if (at == null || task.progress().endedAt() != null) continue;
      assertThat(at).as("overdue: " + task).isGreaterThan(now);
      expiring.add(task.id());
    }
    var timers = new HashSet<String>();
    for (var row : store.reads(TimerReads.class).timersAfter(Long.MIN_VALUE, 0, 100_000)) {
      timers.add(row.timer().owner().name());
    }
    assertThat(timers).isEqualTo(expiring);
  }

  /** A task that waits waits for tasks that are not completed, and there is no circle. */
  void links() {
    for (var task : tasks.values()) {
      if (task.progress().endedAt() != null) continue;
      var seen = new HashSet<String>();
      var next = new ArrayList<>(task.progress().blockedBy());
      for (var blocker : task.progress().blockedBy()) {
        var other = tasks.get(blocker);
        assertThat(other == null ? null : other.progress().state())
            .as("a blocker of " + task.id())
            .isNotEqualTo(TaskState.COMPLETED);
      }
      while (!next.isEmpty()) {
        var one = next.removeLast();
        assertThat(one).as("a circle").isNotEqualTo(task.id());
        var other = tasks.get(one);
        if (seen.add(one) && other != null) next.addAll(other.progress().blockedBy());
      }
    }
  }

  /** Checks that a watching session was sent the log, in its order. */
  void watched(Collection<SimulatedAgent> agents) {
    for (var agent : agents) {
      var last = new HashMap<String, Long>();
      for (var known : agent.known()) {
        if (!(known.message() instanceof TaskAnswers.Event event)) continue;
        assertThat(row(event).event()).isEqualTo(event.event());
        var before = last.put(event.taskId(), event.taskSeq());
        if (before != null) assertThat(event.taskSeq()).isGreaterThan(before);
      }
    }
  }

  static List<ServerMessage.Msg> entries(SimulatedAgent agent) {
    return agent.known().stream()
        .map(known -> known.message())
        .filter(m -> m instanceof ServerMessage.Msg msg && msg.extras().contains("\"task_id\""))
        .map(ServerMessage.Msg.class::cast)
        .toList();
  }
}
