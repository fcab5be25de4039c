package dev.reveille.server.delivery;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ids of entries that were placed lately, with their seqs. An id in the form of a message id
 * takes 16 bytes of an array, with the free places 32 to 64, and no object of its own: there is one
 * for each message.
 */
final class PlacedIds {
  private static final int FIRST_SIZE = 16;

  /** Spreads keys of one millisecond over the table. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private static final long NO_KEY = 0;
  private static final int SUFFIX_BITS = 32;
  private static final int MOST_MILLIS_DIGITS = 15;
  private static final int MOST_SUFFIX_DIGITS = 6;

  /** Times are kept relative to that of the first id, up to about 12 days before and after it. */
  private static final long SPAN = 1L << 30;

  /** Pairs of a key and its seq: one look at memory finds both. */
  private long[] pairs = new long[2 * FIRST_SIZE];

  private int used;

  /** The highest key. Ids are made in their order, so nearly every new id is above it. */
  private long highest = NO_KEY;

  private long base = Long.MIN_VALUE;

  /** Ids of another form; null if there are none. */
  private @Nullable Map<String, Long> others;

  int size() {
    return used + (others == null ? 0 : others.size());
  }

  /** Returns the seq of the entry with this id; 0 if there is none. */
  long find(String id) {
    long key = key(id);
    if (key == NO_KEY) return others == null ? 0 : others.getOrDefault(id, 0L);
    if (key > highest) return 0;
    int at = place(pairs, key);
    return pairs[at] == key ? pairs[at + 1] : 0;
  }

  void put(String id, long seq) {
    long key = key(id);
    if (key == NO_KEY) {
      if (others == null) others = new HashMap<>();
      others.put(id, seq);
      return;
    }
    highest = Math.max(highest, key);
    int at = place(pairs, key);
    if (pairs[at] == NO_KEY) {
      if (4 * (used + 1) > pairs.length) {
        grow();
        at = place(pairs, key);
      }
      pairs[at] = key;
      used++;
    }
    pairs[at + 1] = seq;
  }

  /** Half of the places stay free. */
  private void grow() {
    var wider = new long[2 * pairs.length];
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i] == NO_KEY) continue;
      int at = place(wider, pairs[i]);
      wider[at] = pairs[i];
      wider[at + 1] = pairs[i + 1];
    }
    pairs = wider;
  }

  /** Returns the index of the key's pair, or of the free one where it belongs. */
  private static int place(long[] pairs, long key) {
    int mask = pairs.length - 2;
    int at = (int) ((key * SPREAD) >>> 33) & mask;
    while (pairs[at] != NO_KEY && pairs[at] != key) at = (at + 2) & mask;
    return at;
  }

  /**
   * Returns the one number that stands for this id and for no other; {@link #NO_KEY} if it does not
   * have the form {@code milliseconds-suffix}, is written in another way than such ids are, or is
   * of a time far from that of the first id.
   */
  private long key(String id) {
    int dash = id.indexOf('-');
    int suffixDigits = id.length() - dash - 1;
    if (dash < 1 || dash > MOST_MILLIS_DIGITS) return NO_KEY;
    if (suffixDigits < 1 || suffixDigits > MOST_SUFFIX_DIGITS) return NO_KEY;
    if (id.charAt(0) == '0' || (suffixDigits > 1 && id.charAt(dash + 1) == '0')) return NO_KEY;
    long millis = 0;
    for (int i = 0; i < dash; i++) {
      int digit = id.charAt(i) - '0';
      if (digit < 0 || digit > 9) return NO_KEY;
      millis = millis * 10 + digit;
    }
    long suffix = 0;
    for (int i = dash + 1; i < id.length(); i++) {
      char c = id.charAt(i);
      int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
      if (digit < 0) return NO_KEY;
      suffix = suffix * 36 + digit;
    }
    if (base == Long.MIN_VALUE) base = millis - SPAN;
    long since = millis - base;
    return since <= 0 || since >= 2 * SPAN ? NO_KEY : since << SUFFIX_BITS | suffix;
  }
}
