package dev.reveille.server.kernel;

import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Records durations from any thread without a lock, and summarizes those since the last summary.
 *
 * <p>It has four buckets for each power of two of microseconds, so a reported value is at most a
 * quarter too high.
 */
public final class Recorder {
  private static final int STEPS = 4;
  private static final int BUCKETS = 40 * STEPS;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  /**
   * A summary of durations.
   *
   * @param p50 half of the durations did not exceed this many microseconds; 0 if there were none
   * @param p99 the same for 99 of 100 durations
   */
  public record Summary(long count, long p50, long p99) {}

  /** Returns the start time to pass to {@link #since}. */
  public long start() {
    return System.nanoTime();
  }

  public void since(long start) {
    note(System.nanoTime() - start);
  }

  public void note(long nanos) {
    counts.incrementAndGet(bucket(Math.max(0, nanos / 1000)));
  }

  /** Returns the durations since the last call. Only one thread may call this. */
  public DurationCounts drain() {
    var taken = new TreeMap<Integer, Long>();
    for (int i = 0; i < BUCKETS; i++) {
      long count = counts.getAndSet(i, 0);
      if (count > 0) taken.put(i, count);
    }
    return new DurationCounts(taken);
  }

  private static int bucket(long micros) {
    if (micros < STEPS) return (int) micros;
    int power = 63 - Long.numberOfLeadingZeros(micros);
    int step = (int) (micros >>> (power - 2)) & (STEPS - 1);
    return Math.min(BUCKETS - 1, (power - 1) * STEPS + step);
  }

  /** True if there is a bucket of this number. */
  public static boolean isBucket(int number) {
    return number >= 0 && number < BUCKETS;
  }

  /** Returns the longest duration of a bucket in microseconds. */
  static long upperEdge(int bucket) {
    if (bucket < STEPS) return bucket;
    int power = bucket / STEPS + 1;
    long step = bucket % STEPS;
    return (1L << power) + (step + 1) * (1L << (power - 2)) - 1;
  }
}
