package dev.reveille.bench;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations in buckets whose width is at most 1/64 of their value. Any thread may record.
 */
final class Histogram {
  private static final int SUB_BITS = 6;
  private static final int SUB = 1 << SUB_BITS;

  private final AtomicLongArray counts = new AtomicLongArray(SUB * (64 - SUB_BITS));

  /** Negative values count as 0. */
  void record(long value) {
    counts.incrementAndGet(bucket(Math.max(0, value)));
  }

  long count() {
    long sum = 0;
    for (int i = 0; i < counts.length(); i++) sum += counts.get(i);
    return sum;
  }

  /**
   * Returns the upper edge of the bucket that holds the value at the given share of all values.
   *
   * @param share 0 to 1
   * @return 0 if nothing was recorded
   */
  long quantile(double share) {
    long wanted = Math.max(1, (long) Math.ceil(count() * share));
    long seen = 0;
    for (int i = 0; i < counts.length(); i++) {
      seen += counts.get(i);
      if (seen >= wanted) return upperEdge(i);
    }
    return 0;
  }

  void clear() {
    for (int i = 0; i < counts.length(); i++) counts.set(i, 0);
  }

  private static int bucket(long value) {
    if (value < SUB) return (int) value;
    int shift = 63 - Long.numberOfLeadingZeros(value) - SUB_BITS;
    return (shift << SUB_BITS) + (int) (value >>> shift);
  }

  private static long upperEdge(int bucket) {
    if (bucket < SUB) return bucket;
    int shift = (bucket >>> SUB_BITS) - 1;
    long next = 1L + SUB + (bucket & (SUB - 1));
    return (next << shift) - 1;
  }
}
