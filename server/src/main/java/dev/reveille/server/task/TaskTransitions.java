package dev.reveille.server.task;

import static dev.reveille.protocol.TaskState.AUTH_REQUIRED;
import static dev.reveille.protocol.TaskState.CANCELED;
import static dev.reveille.protocol.TaskState.COMPLETED;
import static dev.reveille.protocol.TaskState.EXPIRED;
import static dev.reveille.protocol.TaskState.FAILED;
import static dev.reveille.protocol.TaskState.INPUT_REQUIRED;
import static dev.reveille.protocol.TaskState.REJECTED;
import static dev.reveille.protocol.TaskState.SUBMITTED;
import static dev.reveille.protocol.TaskState.WORKING;
import static dev.reveille.server.task.TaskRole.ASSIGNEE;
import static dev.reveille.server.task.TaskRole.CLAIMANT;
import static dev.reveille.server.task.TaskRole.ORIGINATOR;
import static dev.reveille.server.task.TaskRole.SWEEP;

import dev.reveille.protocol.TaskState;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says who may bring a task from one state to another. A row whose two states are the same is a
 * change that leaves the state: a note, results, another expiry, other blockers. Everything that
 * has no row is refused.
 */
final class TaskTransitions {
  private record Row(TaskState from, TaskState to, Set<TaskRole> roles) {}

  private static final List<Row> TABLE =
      List.of(
          // Nobody has it yet.
          row(SUBMITTED, WORKING, ASSIGNEE, CLAIMANT),
          row(SUBMITTED, REJECTED, ASSIGNEE),
          row(SUBMITTED, CANCELED, ORIGINATOR),
          row(SUBMITTED, EXPIRED, SWEEP),
          row(SUBMITTED, SUBMITTED, ORIGINATOR),
          // Its owner works.
          row(WORKING, INPUT_REQUIRED, ASSIGNEE),
          row(WORKING, AUTH_REQUIRED, ASSIGNEE),
          row(WORKING, COMPLETED, ASSIGNEE),
          row(WORKING, FAILED, ASSIGNEE),
          row(WORKING, REJECTED, ASSIGNEE),
          row(WORKING, SUBMITTED, ASSIGNEE),
          row(WORKING, CANCELED, ORIGINATOR),
          row(WORKING, EXPIRED, SWEEP),
          row(WORKING, WORKING, ORIGINATOR, ASSIGNEE),
          // Its owner waits. It may also find the answer elsewhere, or give up.
          row(INPUT_REQUIRED, WORKING, ORIGINATOR, ASSIGNEE),
          row(INPUT_REQUIRED, FAILED, ASSIGNEE),
          row(INPUT_REQUIRED, REJECTED, ASSIGNEE),
          row(INPUT_REQUIRED, SUBMITTED, ASSIGNEE),
          row(INPUT_REQUIRED, CANCELED, ORIGINATOR),
          row(INPUT_REQUIRED, EXPIRED, SWEEP),
          row(INPUT_REQUIRED, INPUT_REQUIRED, ORIGINATOR, ASSIGNEE),
          row(AUTH_REQUIRED, WORKING, ORIGINATOR, ASSIGNEE),
          row(AUTH_REQUIRED, FAILED, ASSIGNEE),
          row(AUTH_REQUIRED, REJECTED, ASSIGNEE),
          row(AUTH_REQUIRED, SUBMITTED, ASSIGNEE),
          row(AUTH_REQUIRED, CANCELED, ORIGINATOR),
          row(AUTH_REQUIRED, EXPIRED, SWEEP),
          row(AUTH_REQUIRED, AUTH_REQUIRED, ORIGINATOR, ASSIGNEE),
          // It has ended. Only the owner of a canceled task may add to it, for a while.
          row(CANCELED, CANCELED, ASSIGNEE));

  private static final Map<TaskState, Map<TaskState, Set<TaskRole>>> ALLOWED = allowed();

  private TaskTransitions() {}

  private static Row row(TaskState from, TaskState to, TaskRole... roles) {
    return new Row(from, to, Set.copyOf(Arrays.asList(roles)));
  }

  private static Map<TaskState, Map<TaskState, Set<TaskRole>>> allowed() {
    var all = new EnumMap<TaskState, Map<TaskState, Set<TaskRole>>>(TaskState.class);
    for (var row : TABLE) {
      all.computeIfAbsent(row.from(), _ -> new EnumMap<>(TaskState.class))
          .put(row.to(), row.roles());
    }
    return all;
  }

  /** True if this role may bring a task from one state to the other. */
  static boolean allows(TaskState from, TaskState to, TaskRole role) {
    return ALLOWED.getOrDefault(from, Map.of()).getOrDefault(to, Set.of()).contains(role);
  }

  /** True if one of these roles may bring a task from one state to the other. */
  static boolean allows(TaskState from, TaskState to, Set<TaskRole> roles) {
    for (var role : roles) if (allows(from, to, role)) return true;
    return false;
  }

  /** True if one of these roles may bring a task to this state from any state at all. */
  static boolean allowsFromAnywhere(TaskState to, Set<TaskRole> roles) {
    for (var from : TaskState.values()) {
      if (from != to && allows(from, to, roles)) return true;
    }
    return false;
  }
}
