package dev.reveille.server.kernel;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of durations in each bucket of a {@link Recorder}, so that the durations of several
 * times can be added up and summarized together.
 *
 * @param buckets the counts by bucket, without zeros
 */
public record DurationCounts(SortedMap<Integer, Long> buckets) {
  public static final DurationCounts NONE = new DurationCounts(new TreeMap<>());

  public long count() {
    return buckets.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the counts of both together. */
  public DurationCounts plus(DurationCounts other) {
    var all = new TreeMap<>(buckets);
    other.buckets.forEach((bucket, count) -> all.merge(bucket, count, Long::sum));
    return new DurationCounts(all);
  }

  public Recorder.Summary summary() {
    long all = count();
    return new Recorder.Summary(all, quantile(all, 50), quantile(all, 99));
  }

  private long quantile(long all, int percent) {
    if (all == 0) return 0;
    long rank = Math.max(1, (all * percent + 99) / 100);
    long seen = 0;
    for (Map.Entry<Integer, Long> each : buckets.entrySet()) {
      seen += each.getValue();
      if (seen >= rank) return Recorder.upperEdge(each.getKey());
    }
    throw new IllegalStateException("fewer durations than were counted");
  }
}
