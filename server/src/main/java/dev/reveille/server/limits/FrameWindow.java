package dev.reveille.server.limits;

/**
 * Counts the frames of one connection in the last ten seconds. Allocates memory only when it is
 * used.
 */
public final class FrameWindow {
  private static final long WINDOW = 10_000_000_000L;

  private long[] times = new long[0];
  private int next;
  private int count;

  /** Counts a frame. True if it stays within the limit; 0 = no limit. Refused frames count too. */
  public boolean admit(long nanos, int limit) {
    if (limit <= 0) return true;
    if (times.length <= limit) grow(limit + 1);
    while (count > 0 && nanos - times[oldest()] >= WINDOW) count--;
    if (count == times.length) count--;
    times[next] = nanos;
    next = (next + 1) % times.length;
    count++;
    return count <= limit;
  }

  private int oldest() {
    return Math.floorMod(next - count, times.length);
  }

  private void grow(int size) {
    var larger = new long[size];
    for (int i = 0; i < count; i++) larger[i] = times[(oldest() + i) % times.length];
    times = larger;
    next = count % size;
  }
}
