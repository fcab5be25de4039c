package dev.reveille.server.decision;

/**
 * A number that a sensor measured, or the fact that it could not.
 *
 * @param known false if the sensor failed; then {@code value} says nothing
 */
public record Reading(boolean known, long value) {
  public static final Reading UNKNOWN = new Reading(false, 0);
  public static final Reading ZERO = new Reading(true, 0);

  public static Reading of(long value) {
    return new Reading(true, value);
  }

  /** True if it is known and above zero. */
  public boolean some() {
    return known && value > 0;
  }

  /** True if it is known to be above the limit. */
  public boolean above(long limit) {
    return known && value > limit;
  }

  /** Returns the sum; unknown if one of the two is. */
  public Reading plus(Reading other) {
    return known && other.known ? of(value + other.value) : UNKNOWN;
  }

  /** Returns the number, or {@code ?}. */
  public String text() {
    return known ? Long.toString(value) : "?";
  }

  /** Reads what {@link #text} wrote. Anything that is no number is unknown. */
  static Reading parse(String text) {
    try {
      return of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }
}
