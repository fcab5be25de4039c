package dev.reveille.server.task;

import dev.reveille.protocol.TaskState;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The parts of agents in tasks, as the questions of {@link TaskListSql} see them. */
final class MemoryTaskParts {
  /** The task that ended last comes first. */
  static final Comparator<Map.Entry<Long, StoredTask>> BY_END =
      Comparator.<Map.Entry<Long, StoredTask>>comparingLong(each -> endedAt(each.getValue()))
          .thenComparing(Map.Entry::getKey)
          .reversed();

  static final Set<TaskState> ENDS =
      EnumSet.of(
          TaskState.COMPLETED,
          TaskState.FAILED,
          TaskState.CANCELED,
          TaskState.REJECTED,
          TaskState.EXPIRED);

  private MemoryTaskParts() {}

  static long endedAt(StoredTask task) {
    var at = task.progress().endedAt();
    return at == null ? Long.MAX_VALUE : at;
  }

  /** True if the agent has it or it is for the agent alone. */
  static boolean isFor(String agent, StoredTask task) {
    var assignee = task.facts().assignee();
    return agent.equals(assignee == null ? task.progress().owner() : assignee);
  }

  static boolean waitsFor(String agent, StoredTask task) {
    var progress = task.progress();
    return switch (progress.state()) {
      case WORKING -> isFor(agent, task);
      case SUBMITTED -> agent.equals(task.facts().assignee()) && progress.blockedBy().isEmpty();
      case INPUT_REQUIRED, AUTH_REQUIRED -> agent.equals(task.facts().originator());
      case COMPLETED, FAILED, CANCELED, REJECTED, EXPIRED -> false;
    };
  }

  static boolean concerns(String agent, StoredTask task) {
    var owner = task.progress().owner();
    return agent.equals(task.facts().originator())
        || agent.equals(owner == null ? task.facts().assignee() : owner);
  }

  /**
   * Counts tasks by their states.
   *
   * @param states those that are there also without tasks
   */
  static Map<TaskState, Long> counts(
      Collection<StoredTask> tasks, Set<TaskState> states, Predicate<StoredTask> which) {
    var counts = new EnumMap<TaskState, Long>(TaskState.class);
    for (var state : states) counts.put(state, 0L);
    for (var task : tasks) {
      if (which.test(task)) counts.merge(task.progress().state(), 1L, Long::sum);
    }
    return counts;
  }
}
