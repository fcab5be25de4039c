package dev.reveille.server.wake;

import dev.reveille.protocol.TaskState;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.Store;
import dev.reveille.server.task.StoredTask;
import dev.reveille.server.task.TaskReads;
import java.util.List;

/** Counts the tasks that wait for an agent. A task that others may claim too waits for nobody. */
final class TaskSensor {
  /** The most tasks of each sort that are counted. There may be more, never fewer. */
  private static final int MOST = 1_000;

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
    if (!any.get()) return TaskLook.NONE;
    var reads = store.reads(TaskReads.class);
    return TaskLook.of(
        items(agent, reads.waitingFor(agent, MOST)),
        items(agent, reads.expiredOf(agent, since, MOST)));
  }

  private static List<TaskLook.Item> items(String agent, List<TaskReads.Waiting> tasks) {
    return tasks.stream()
        .map(
            each ->
                new TaskLook.Item(
                    other(agent, each.task()), each.task().facts().priority(), each.newsAt()))
        .toList();
  }

  /** Returns the agent that the task comes from, or that asks the originator something. */
  private static String other(String agent, StoredTask task) {
    var owner = task.progress().owner();
    var from = task.facts().originator();
    return agent.equals(from) && owner != null ? owner : from;
  }
}
