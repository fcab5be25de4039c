package dev.reveille.server.wake;

import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskReads;

/** Counts the tasks that wait for an agent. A task that others may claim too waits for nobody. */
final class TaskSensor {
  private static final int PAGE = 200;
  private static final int PAGES = 5;

  private final Store store;

  /** True if some task of anybody is open or has expired. Then each seat is asked for its own. */
  private final Recent<Boolean> any;

  TaskSensor(Store store, Clock clock) {
    this.store = store;
    any = new Recent<>(clock, () -> hasAny(store.reads(TaskReads.class)));
  }

  private static boolean hasAny(TaskReads reads) {
    return reads.open() > 0 || !reads.in(TaskState.EXPIRED, Long.MAX_VALUE, 1).isEmpty();
  }

  /**
   * Returns the tasks that wait for the agent.
   *
   * @param since tasks that expired before this wall time are not counted
   */
  TaskLook look(String agent, long since) {
    if (!any.get()) return new TaskLook(Reading.ZERO, Reading.ZERO, 0);
    var reads = store.reads(TaskReads.class);
    long waiting = 0;
    long expired = 0;
    long newest = 0;
    long before = Long.MAX_VALUE;
    for (int page = 0; page < PAGES; page++) {
      var tasks = reads.of(agent, null, before, PAGE);
      for (var each : tasks) {
        before = each.place();
        var task = each.task();
        boolean waits = waitsFor(agent, task);
        boolean late = expiredFor(agent, task, since);
        if (waits) waiting++;
        if (late) expired++;
        if (waits || late) newest = Math.max(newest, task.progress().updatedAt());
      }
      if (tasks.size() < PAGE) break;
    }
    return new TaskLook(Reading.of(waiting), Reading.of(expired), newest);
  }

  private static boolean waitsFor(String agent, StoredTask task) {
    var progress = task.progress();
    return switch (progress.state()) {
      case SUBMITTED, WORKING -> isOf(agent, task) && progress.blockedBy().isEmpty();
      case INPUT_REQUIRED -> agent.equals(task.facts().originator());
      case AUTH_REQUIRED, COMPLETED, FAILED, CANCELED, REJECTED, EXPIRED -> false;
    };
  }

  private static boolean isOf(String agent, StoredTask task) {
    var owner = task.progress().owner();
    return agent.equals(owner) || (owner == null && agent.equals(task.facts().assignee()));
  }

  private static boolean expiredFor(String agent, StoredTask task, long since) {
    return task.progress().state() == TaskState.EXPIRED
        && task.progress().updatedAt() >= since
        && (isOf(agent, task) || agent.equals(task.facts().originator()));
  }
}
