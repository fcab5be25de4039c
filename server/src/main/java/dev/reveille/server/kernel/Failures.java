package dev.reveille.server.kernel;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps track of the server's own parts that failed unexpectedly. It counts each failure and logs
 * the first one in a row. Health shows the part until the part works again.
 *
 * <p>Use it for repeated work that must not stop after one failure. The wiring names the parts, so
 * there are few.
 */
public final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private final ConcurrentSkipListSet<String> failing = new ConcurrentSkipListSet<>();
  private final LongAdder failures = new LongAdder();

  /** Runs the task. Never throws; a failure is counted. */
  public void guard(String part, Runnable task) {
    try {
      task.run();
      if (!failing.isEmpty() && failing.remove(part)) log.info("{} works again", part);
    } catch (RuntimeException | Error e) {
      failures.increment();
      if (failing.add(part)) log.error("{} failed; it is tried again the next time", part, e);
    }
  }

  /** Adds the part to the failing parts or removes it. Counts and logs nothing. */
  public void show(String part, boolean fails) {
    if (fails) failing.add(part);
    else failing.remove(part);
  }

  /** Returns the parts that failed when they last ran, ordered by name. */
  public List<String> failing() {
    return List.copyOf(failing);
  }

  /** Returns the number of failures since the start. */
  public long failures() {
    return failures.sum();
  }
}
