package dev.reveille.server.kernel;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Runs a property for many seeds. A failure names its seed; {@code -Dreveille.seed=N} runs that one
 * alone and shows its log, {@code -Dreveille.runs=N} changes how many. A quick test ({@code
 * -Dreveille.quick=true}) runs one in twenty.
 */
public final class SeededRuns {
  private static final int QUICK_PART = 20;
  private static final long FIRST = 0x5EED0000L;

  /** A long run says after so many runs how far it is. */
  private static final int REPORTED = 2_000;

  private SeededRuns() {}

  /** A property of one seed. */
  public interface Property {
    void holds(Random random) throws Exception;
  }

  public static void check(int runs, Property property) {
    var only = Long.getLong("reveille.seed");
    if (only != null) {
      once(only, property);
      return;
    }
    int count = count(runs);
    for (int i = 0; i < count; i++) muted(FIRST + i, property);
  }

  /**
   * Runs the same seeds with a thread per processor. For long runs of a property that shares
   * nothing between its runs. Ends with the first failure that any thread finds.
   */
  public static void checkInParallel(int runs, Property property) {
    if (Long.getLong("reveille.seed") != null) {
      check(runs, property);
      return;
    }
    int count = count(runs);
    var done = new AtomicInteger();
    IntStream.range(0, count)
        .parallel()
        .forEach(
            i -> {
              muted(FIRST + i, property);
              int so = done.incrementAndGet();
              if (so % REPORTED == 0) System.err.println(so + " of " + count + " runs passed");
            });
  }

  private static int count(int runs) {
    int usual = Boolean.getBoolean("reveille.quick") ? Math.ceilDiv(runs, QUICK_PART) : runs;
    return Integer.getInteger("reveille.runs", usual);
  }

  private static void muted(long seed, Property property) {
    try (var _ = new MutedLog()) {
      once(seed, property);
    }
  }

  private static void once(long seed, Property property) {
    try {
      property.holds(new Random(seed * 0x9E3779B97F4A7C15L));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("fails with -Dreveille.seed=" + seed + ": " + e.getMessage(), e);
    }
  }
}
