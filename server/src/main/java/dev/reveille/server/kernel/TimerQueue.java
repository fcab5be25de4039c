package dev.reveille.server.kernel;

import java.time.Duration;

/**
 * Runs things later.
 *
 * <p>Earliest first, ties in creation order, never early. Delays are monotonic time, so a jump of
 * the wall clock neither fires a timer early nor stalls it. Timers die with the process.
 */
public interface TimerQueue {
  /** Runs the task once after the delay. The task must not block. */
  Timer schedule(Duration delay, Runnable task);

  int pending();

  /** A scheduled task. */
  interface Timer {
    /** Stops it. After this returns true the task is not run, even if it was due. */
    boolean cancel();
  }
}
