package dev.reveille.server.kernel;

import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's own parts that failed unexpectedly: each failure is counted, the first in a row is
 * logged, and the part is named in health until it works again.
 *
 * <p>For work that is repeated and must not end because it failed once. Parts are named by the
 * wiring, so there are few.
 */
public final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private final ConcurrentSkipListSet<String> failing = new ConcurrentSkipListSet<>();
  private final LongAdder failures = new LongAdder();

  /** Runs the task. Never throws. */
  public void guard(String part, Runnable task) {
    try {
      task.run();
      if (!failing.isEmpty() && failing.remove(part)) log.info("{} works again", part);
    } catch (RuntimeException | Error e) {
      failures.increment();
      if (failing.add(part)) log.error("{} failed; it is tried again the next time", part, e);
    }
  }

  /** Shows a part among those that fail, or no longer. Counts and logs nothing. */
  public void show(String part, boolean fails) {
    if (fails) failing.add(part);
    else failing.remove(part);
  }

  /** The parts that failed when they last ran, in order of their names. */
  public List<String> failing() {
    return List.copyOf(failing);
  }

  /** How many failures there were since the start. */
  public long failures() {
    return failures.sum();
  }
}
