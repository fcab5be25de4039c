package dev.reveille.protocol;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * A set of seqs, held as ranges. Seqs are gapless, so there are few ranges.
 *
 * <p>Not thread-safe. As text it is {@code 4-9,12}; the empty set is the empty text.
 */
public final class SeqRanges {
  /** From first to last; no two touch or overlap. */
  private final TreeMap<Long, Long> ranges = new TreeMap<>();

  private long count;

  /** Reads the text that {@link #text} returns. */
  public static SeqRanges of(String text) {
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

  /** Adds one seq. Returns false if it was in already. */
  public boolean add(long seq) {
    return add(seq, seq);
  }

  /** Adds all seqs from first to last. Returns false if they were in already. */
  public boolean add(long first, long last) {
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

  /** Calls the consumer with the first and last seq of each range, in order. */
  public void forEach(BiConsumer<Long, Long> range) {
    ranges.forEach(range);
  }

  public boolean contains(long seq) {
    var range = ranges.floorEntry(seq);
    return range != null && range.getValue() >= seq;
  }

  /**
   * Moves a mark up to the last seq before the first gap and removes the seqs up to there.
   *
   * @return the mark after the move
   */
  public long goOn(long mark) {
    long upTo = mark;
    for (var first = ranges.firstEntry();
        first != null && first.getKey() <= upTo + 1;
        first = ranges.firstEntry()) {
      upTo = Math.max(upTo, first.getValue());
      remove(first);
    }
    return upTo;
  }

  /** Removes all seqs up to this one. */
  public void removeUpTo(long seq) {
    for (var first = ranges.firstEntry();
        first != null && first.getKey() <= seq;
        first = ranges.firstEntry()) {
      remove(first);
      add(seq + 1, first.getValue());
    }
  }

  private void remove(Map.Entry<Long, Long> range) {
    ranges.remove(range.getKey());
    count -= range.getValue() - range.getKey() + 1;
  }

  /** Joins the two lowest ranges until there are no more than max. The gaps count as added. */
  public void limit(int max) {
    while (ranges.size() > max && ranges.size() > 1) {
      var lowest = ranges.firstEntry();
      add(lowest.getKey(), ranges.higherKey(lowest.getKey()));
    }
  }

  /** Returns the number of ranges. */
  public int ranges() {
    return ranges.size();
  }

  /** Returns the highest seq, or 0 if there is none. */
  public long highest() {
    return ranges.isEmpty() ? 0 : ranges.lastEntry().getValue();
  }

  /** Returns the number of seqs. */
  public long count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns the ranges as text, for example {@code 4-9,12}. */
  public String text() {
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
