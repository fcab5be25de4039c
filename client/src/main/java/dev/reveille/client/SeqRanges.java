package dev.reveille.client;

import java.util.Map;
import java.util.TreeMap;

/**
 * The seqs of one channel that were seen, as ranges. Seqs are gapless, so there are few.
 *
 * <p>Bounded: with too many gaps the two oldest ranges become one, and what lay between them counts
 * as seen.
 */
final class SeqRanges {
  static final int MAX_RANGES = 64;

  private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();

  /** Whether it was new. */
  boolean add(long seq) {
    var below = lastByFirst.floorEntry(seq);
    if (below != null && seq <= below.getValue()) return false;
    long first = below != null && below.getValue() == seq - 1 ? below.getKey() : seq;
    var above = lastByFirst.get(seq + 1);
    if (above != null) lastByFirst.remove(seq + 1);
    lastByFirst.put(first, above != null ? above : seq);
    if (lastByFirst.size() > MAX_RANGES) joinOldest();
    return true;
  }

  private void joinOldest() {
    Map.Entry<Long, Long> oldest = lastByFirst.pollFirstEntry();
    Map.Entry<Long, Long> next = lastByFirst.pollFirstEntry();
    lastByFirst.put(oldest.getKey(), next.getValue());
  }

  int size() {
    return lastByFirst.size();
  }

  /** The greatest seen, 0 if none. */
  long highest() {
    return lastByFirst.isEmpty() ? 0 : lastByFirst.lastEntry().getValue();
  }
}
