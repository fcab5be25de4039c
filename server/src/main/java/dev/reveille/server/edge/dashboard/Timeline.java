package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.observe.Feed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;

/**
 * Counts the entries of the feed in each part of a time range, by their ids. The same question
 * within two seconds gets the same answer.
 */
final class Timeline {
  static final long ALL = -1;

  private static final int MAX_BUCKETS = 240;
  private static final int KEPT = 32;
  private static final long FRESH_NANOS = 2_000_000_000L;

  /**
   * A time range and the number of its parts.
   *
   * @param from a wall time; {@link #ALL} = from the oldest entry
   * @param to a wall time; {@link #ALL} = to the newest entry
   */
  record Range(long from, long to, long buckets) {}

  private record Made(long at, String json) {}

  private final Feed feed;
  private final Clock clock;

  /* Guarded by this; oldest first. */
  private final LinkedHashMap<Range, Made> made = new LinkedHashMap<>();

  Timeline(Feed feed, Clock clock) {
    this.feed = feed;
    this.clock = clock;
  }

  String of(Range asked) {
    int buckets = Math.clamp(asked.buckets(), 1, MAX_BUCKETS);
    var range = new Range(asked.from(), asked.to(), buckets);
    long now = clock.nanos();
    synchronized (this) {
      var known = made.get(range);
      if (known != null && now - known.at() < FRESH_NANOS) return known.json();
    }
    var json = make(range, buckets);
    synchronized (this) {
      made.remove(range);
      if (made.size() >= KEPT) made.pollFirstEntry();
      made.put(range, new Made(now, json));
    }
    return json;
  }

  /** Returns {@code whole * i / of}, also if the product would overflow. */
  private static long part(long whole, int i, int of) {
    return whole / of * i + whole % of * i / of;
  }

  private String make(Range range, int buckets) {
    var newest = feed.before(Long.MAX_VALUE, 1);
    var oldest = feed.after(0, 1);
    if (newest.isEmpty() || oldest.isEmpty()) return "{\"from\":0,\"to\":0,\"counts\":[]}";
    long first = oldest.getFirst().at();
    long from = range.from() == ALL ? first : Math.max(first, range.from());
    long to = Math.max(from + 1, range.to() == ALL ? newest.getFirst().at() + 1 : range.to());
    var bounds = new ArrayList<Long>();
    bounds.add(from - 1);
    for (int i = 1; i <= buckets; i++) {
      bounds.add(from + part(to - from, i, buckets) - (i == buckets ? 0 : 1));
    }
    var places = feed.at(bounds);
    var counts = new ArrayList<Long>();
    long before = places.getFirst();
    for (var end : places.subList(1, places.size())) {
      counts.add(Math.max(0, end - before));
      before = Math.max(before, end);
    }
    return new JsonText()
        .field("from", from)
        .field("to", to)
        .raw(
            "counts",
            counts.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]")))
        .text();
  }
}
