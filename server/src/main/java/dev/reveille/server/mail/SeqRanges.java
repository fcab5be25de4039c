package dev.reveille.server.mail;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * A set of seq numbers of a stream, held as ranges.
 *
 * <p>Not thread-safe. As text it is {@code 4-9,12}; the empty set is the empty text.
 */
final class SeqRanges {
  /** Maps the first seq of a range to its last. No two ranges touch or overlap. */
  private final TreeMap<Long, Long> ranges = new TreeMap<>();

  private long count;

  /** Reads the text that {@link #text} wrote. */
  static SeqRanges of(String text) {
    var seqs = new SeqRanges();
    for (int from = 0; from < text.length(); ) {
      int comma = text.indexOf(',', from);
      int end = comma < 0 ? text.length() : comma;
      int dash = text.indexOf('-', from);
      boolean single = dash < 0 || dash > end;
      long first = Long.parseLong(text.substring(from, single ? end : dash));
      seqs.add(first, single ? first : Long.parseLong(text.substring(dash + 1, end)));
      from = end + 1;
    }
    return seqs;
  }

  /** Adds all from first to last; returns false if all were in already. */
  boolean add(long first, long last) {
    if (last < first) return false;
    long from = first;
    long to = last;
    var before = ranges.floorEntry(last + 1);
    if (before != null && before.getKey() <= first && before.getValue() >= last) return false;
    for (; before != null && before.getValue() >= first - 1; before = ranges.floorEntry(last + 1)) {
      from = Math.min(from, before.getKey());
      to = Math.max(to, before.getValue());
      remove(before);
    }
    ranges.put(from, to);
    count += to - from + 1;
    return true;
  }

  /** Calls {@code range} with first and last of each range, in order. */
  void forEach(BiConsumer<Long, Long> range) {
    ranges.forEach(range);
  }

  boolean contains(long seq) {
    var range = ranges.floorEntry(seq);
    return range != null && range.getValue() >= seq;
  }

  /**
   * Moves a mark forward as long as the next seq is in this set, and removes those from the set.
   * Returns the new mark.
   */
  long goOn(long mark) {
    long upTo = mark;
    for (var first = ranges.firstEntry();
        first != null && first.getKey() <= upTo + 1;
        first = ranges.firstEntry()) {
      upTo = Math.max(upTo, first.getValue());
      remove(first);
    }
    return upTo;
  }

  private void remove(Map.Entry<Long, Long> range) {
    ranges.remove(range.getKey());
    count -= range.getValue() - range.getKey() + 1;
  }

  /** Returns how many numbers are in the set. */
  long count() {
    return count;
  }

  boolean isEmpty() {
    return count == 0;
  }

  String text() {
    var text = new StringBuilder();
    ranges.forEach(
        (first, last) -> {
          if (!text.isEmpty()) text.append(',');
          text.append((long) first);
          if (last > first) text.append('-').append((long) last);
        });
    return text.toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
