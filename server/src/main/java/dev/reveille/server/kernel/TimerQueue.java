package dev.reveille.server.kernel;

import java.time.Duration;

/**
 * Runs tasks after a delay.
 *
 * <p>The earliest task runs first; tasks of the same time run in the order of their creation. No
 * task runs early. Delays are monotonic time, so a jump of the wall clock neither fires a timer
 * early nor stalls it. Timers end with the process.
 */
public interface TimerQueue {
  /** Runs the task once after the delay. The task must not be in a queue already. */
  void schedule(Duration delay, Task task);

  /** Cancels the task. If this returns true, the task does not run, even if it was due. */
  boolean cancel(Task task);

  int pending();

  /** Returns the longest time between two looks at the clock. */
  default Duration pollInterval() {
    return Duration.ofSeconds(1);
  }

  /** Runs the runnable once after the delay. It must not block. */
  default Timer schedule(Duration delay, Runnable runnable) {
    var task =
        new Task() {
          @Override
          protected void fire() {
            runnable.run();
          }
        };
    schedule(delay, task);
    return () -> cancel(task);
  }

  /** A scheduled task that can be cancelled. */
  interface Timer {
    /** Cancels it; see {@link TimerQueue#cancel}. */
    boolean cancel();
  }

  /**
   * A task that runs later, and its place in the queue.
   *
   * <p>There may be a million of them. So each kind of task is a subclass: the work, the entry of
   * the queue and the handle to cancel it are one object.
   */
  abstract class Task {
    /** The slot of a task that is not in a queue. */
    static final int NOWHERE = -1;

    /* Owned by the queue. */
    long fireAt;
    long order;
    int slot = NOWHERE;

    /** Runs the task. Must not block. */
    protected abstract void fire();

    /**
     * Returns the due time by {@link Clock#nanos}. It has no meaning before the task was scheduled.
     */
    public final long dueNanos() {
      return fireAt;
    }
  }
}
