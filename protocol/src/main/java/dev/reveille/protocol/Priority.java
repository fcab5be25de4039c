package dev.reveille.protocol;

import java.util.Locale;
import java.util.Optional;

/** The urgency of a message, as its sender says. Declared from the least to the most urgent. */
public enum Priority {
  LOW,
  NORMAL,
  HIGH;

  private static final String FIELD = "\"priority\":";

  /** Returns the word on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if this is as urgent as the other, or more. */
  public boolean isAtLeast(Priority other) {
    return compareTo(other) >= 0;
  }

  /** Returns the priority of a word; empty if there is none. */
  public static Optional<Priority> of(String word) {
    for (var priority : values()) {
      if (priority.word().equals(word)) return Optional.of(priority);
    }
    return Optional.empty();
  }

  /**
   * Returns the field as the first of an entry's extras, without a comma; empty if it is normal,
   * because an entry without the field is normal.
   */
  public String extra() {
    return this == NORMAL ? "" : FIELD + '"' + word() + '"';
  }

  /**
   * Returns the priority that stands in an entry's extras. It is the first of them, so no other
   * field that a sender fills can look like it.
   */
  public static Priority ofExtras(String extras) {
    if (!extras.startsWith(FIELD)) return NORMAL;
    return extras.startsWith(HIGH.extra()) ? HIGH : extras.startsWith(LOW.extra()) ? LOW : NORMAL;
  }
}
