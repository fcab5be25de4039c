package dev.reveille.server.kernel;

import java.time.Duration;

/**
 * Runs things later.
 *
 * <p>Earliest first, ties in creation order, never early. Delays are monotonic time, so a jump of
 * the wall clock neither fires a timer early nor stalls it. Timers die with the process.
 */
public interface TimerQueue {
  /** Runs the task once after the delay. The task must not be in a queue already. */
  void schedule(Duration delay, Task task);

  /** Stops it. After this returns true the task is not run, even if it was due. */
  boolean cancel(Task task);

  int pending();

  /** Runs something once after the delay. It must not block. */
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

  /** Something scheduled that can be stopped. */
  interface Timer {
    /** As {@link TimerQueue#cancel}. */
    boolean cancel();
  }

  /**
   * Something to be done later, and its place in the queue.
   *
   * <p>Where there may be a million of them, what is to be done is a subclass: the task, the entry
   * of the queue and the handle to stop it are one object.
   */
  abstract class Task {
    /** Not in a queue. */
    static final int NOWHERE = -1;

    /* Owned by the queue. */
    long fireAt;
    long order;
    int slot = NOWHERE;

    /** Must not block. */
    protected abstract void fire();

    /** When it is due, by {@link Clock#nanos}; means nothing before it was scheduled. */
    public final long dueNanos() {
      return fireAt;
    }
  }
}
