package dev.reveille.server.task;

import dev.reveille.protocol.TaskState;
import dev.reveille.server.identity.AgentKeys;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds the waits between tasks in the store.
 *
 * @param complete false if there were more open tasks than one look reads, or more findings than it
 *     reports
 */
record TaskWaits(List<TaskWait> waits, List<TaskFinding> findings, boolean complete) {
  /** The most open tasks that one look reads. */
  private static final int MOST = 20_000;

  /** The most findings of one look. */
  static final int MOST_FINDINGS = 1_000;

  private static final int PAGE = 500;

  /** Reads the open tasks and what they wait for. May block. */
  static TaskWaits look(Store store, Duration stalledAfter, long now) {
    var look = new Look(store, stalledAfter, now);
    for (var state : TaskState.values()) if (!state.isOver()) look.read(state);
    return look.result();
  }

  private static final class Look {
    private final Store store;
    private final TaskReads reads;
    private final Duration stalledAfter;
    private final long now;
    private final List<TaskWait> waits = new ArrayList<>();
    private final List<TaskFinding> findings = new ArrayList<>();
    private final Map<String, Optional<StoredTask>> known = new HashMap<>();
    private final Map<String, Boolean> gone = new HashMap<>();
    private int looked;

    private Look(Store store, Duration stalledAfter, long now) {
      this.store = store;
      this.reads = store.reads(TaskReads.class);
      this.stalledAfter = stalledAfter;
      this.now = now;
    }

    private void read(TaskState state) {
      long place = Long.MAX_VALUE;
      while (looked < MOST) {
        var page = reads.in(state, place, PAGE);
        if (page.isEmpty()) return;
        for (var each : page) add(each.task());
        place = page.getLast().place();
        looked += page.size();
      }
    }

    private void add(StoredTask task) {
      var facts = task.facts();
      var progress = task.progress();
      var owner = progress.owner();
      var works = owner == null ? facts.assignee() : owner;
      var state = progress.state();
      if (owner != null
          && (state == TaskState.INPUT_REQUIRED || state == TaskState.AUTH_REQUIRED)) {
        var wait = wait(TaskWait.Kind.INPUT, task, owner, facts.originator(), null);
        if (isStalled(progress)) findings.add(TaskFinding.stalled(wait));
      } else if (!progress.blockedBy().isEmpty()) {
        for (var blocker : progress.blockedBy()) blocked(task, blocker);
      } else if (works != null && isStalled(progress)) {
        var wait = wait(TaskWait.Kind.STALLED, task, facts.originator(), works, null);
        findings.add(TaskFinding.stalled(wait));
      }
    }

    private boolean isStalled(TaskProgress progress) {
      return !stalledAfter.isZero() && now - progress.updatedAt() >= stalledAfter.toMillis();
    }

    private TaskWait wait(
        TaskWait.Kind kind,
        StoredTask task,
        String waiter,
        String on,
        @org.jspecify.annotations.Nullable String blocker) {
      var wait =
          new TaskWait(
              kind,
              task.id(),
              task.facts().title(),
              waiter,
              on,
              blocker,
              task.progress().updatedAt());
      waits.add(wait);
      if (isGone(on)) findings.add(TaskFinding.dead(wait, on + " cannot come back"));
      return wait;
    }

    private void blocked(StoredTask task, String blocker) {
      var facts = task.facts();
      var waiter = facts.assignee() == null ? facts.originator() : facts.assignee();
      var other = known.computeIfAbsent(blocker, reads::brief);
      if (other.isEmpty() || other.get().progress().state().isOver()) {
        var state = other.map(o -> o.progress().state()).orElse(TaskState.CANCELED);
        // A blocker that is completed is about to be taken off.
        if (state == TaskState.COMPLETED) return;
        var dead =
            new TaskWait(
                TaskWait.Kind.BLOCKED,
                task.id(),
                facts.title(),
                waiter,
                other.map(o -> o.facts().originator()).orElse(facts.originator()),
                blocker,
                task.progress().updatedAt());
        waits.add(dead);
        findings.add(TaskFinding.dead(dead, blocker + " is " + state + " and not completed"));
        return;
      }
      var progress = other.get().progress();
      var its = other.get().facts();
      var on =
          progress.owner() != null
              ? progress.owner()
              : its.assignee() != null ? its.assignee() : its.originator();
      wait(TaskWait.Kind.BLOCKED, task, waiter, on, blocker);
    }

    /** True if nobody can ever identify as the agent again. */
    private boolean isGone(String agent) {
      return gone.computeIfAbsent(agent, id -> AgentKeys.of(store, id).dead());
    }

    private TaskWaits result() {
      var all = new LinkedHashSet<>(circles());
      all.addAll(findings);
      return new TaskWaits(
          List.copyOf(waits),
          all.stream().limit(MOST_FINDINGS).toList(),
          looked < MOST && all.size() <= MOST_FINDINGS);
    }

    /**
     * Finds circles. An agent that left a task alone for long keeps its originator from nothing
     * else, so that is no part of a circle.
     */
    private List<TaskFinding> circles() {
      var holding = waits.stream().filter(wait -> wait.kind() != TaskWait.Kind.STALLED).toList();
      var byWaiter = new HashMap<String, List<TaskWait>>();
      for (var wait : holding) {
        byWaiter.computeIfAbsent(wait.waiter(), _ -> new ArrayList<>()).add(wait);
      }
      var found = new ArrayList<TaskFinding>();
      for (var circle : WaitCircles.in(holding)) {
        var agents = new TreeSet<>(circle);
        var tasks = new TreeSet<String>();
        for (var agent : agents) {
          for (var wait : byWaiter.getOrDefault(agent, List.of())) {
            if (agents.contains(wait.on())) tasks.add(wait.task());
          }
        }
        found.add(TaskFinding.cycle(agents, tasks));
      }
      return found;
    }
  }
}
