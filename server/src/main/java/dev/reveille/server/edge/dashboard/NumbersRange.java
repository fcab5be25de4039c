package dev.reveille.server.edge.dashboard;

import java.time.Duration;
import java.util.Optional;

/** A range of time for which stored numbers are shown, and the length of its slots. */
enum NumbersRange {
  HOUR("1h", Duration.ofHours(1), Duration.ofMinutes(1)),
  HALF_DAY("12h", Duration.ofHours(12), Duration.ofMinutes(1)),
  WEEK("7d", Duration.ofDays(7), Duration.ofHours(1));

  /** The last five minutes, which are not stored. */
  static final String SECONDS = "5m";

  private final String word;
  private final Duration length;
  private final Duration slot;

  NumbersRange(String word, Duration length, Duration slot) {
    this.word = word;
    this.length = length;
    this.slot = slot;
  }

  static Optional<NumbersRange> of(String word) {
    for (var range : values()) if (range.word.equals(word)) return Optional.of(range);
    return Optional.empty();
  }

  String word() {
    return word;
  }

  long slotMillis() {
    return slot.toMillis();
  }

  /** Returns the number of slots, with the one that has only begun. */
  int slots() {
    return (int) length.dividedBy(slot) + 1;
  }

  boolean isByHour() {
    return slot.equals(Duration.ofHours(1));
  }
}
