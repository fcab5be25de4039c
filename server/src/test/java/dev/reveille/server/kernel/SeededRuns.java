package dev.reveille.server.kernel;

import java.util.Random;

/**
 * Runs a property for many seeds. A failure names its seed; {@code -Dreveille.seed=N} runs that one
 * alone, {@code -Dreveille.runs=N} changes how many. A quick test ({@code -Dreveille.quick=true})
 * runs one in twenty.
 */
public final class SeededRuns {
  private static final int QUICK_PART = 20;

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
    int usual = Boolean.getBoolean("reveille.quick") ? Math.ceilDiv(runs, QUICK_PART) : runs;
    int count = Integer.getInteger("reveille.runs", usual);
    for (int i = 0; i < count; i++) once(0x5EED0000L + i, property);
  }

  private static void once(long seed, Property property) {
    try {
      property.holds(new Random(seed * 0x9E3779B97F4A7C15L));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("fails with -Dreveille.seed=" + seed + ": " + e.getMessage(), e);
    }
  }
}
