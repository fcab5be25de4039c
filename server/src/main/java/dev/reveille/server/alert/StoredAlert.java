package dev.reveille.server.alert;

/**
 * An alert as it is kept.
 *
 * @param at when it was raised
 * @param tries how often it was tried in vain
 * @param nextAt when it is tried next
 * @param toldAt when a person was told; 0 = not yet
 * @param ways the ways that told it, with commas between
 */
public record StoredAlert(
    String key, long at, String text, int tries, long nextAt, long toldAt, String ways) {
  /** After so many tries in vain it is given up; health still names the ways that fail. */
  static final int MOST_TRIES = 60;

  private static final long FIRST_WAIT = 60_000;
  private static final long LONGEST_WAIT = 3_600_000;

  static StoredAlert raised(String key, long at, String text) {
    return new StoredAlert(key, at, text, 0, at, 0, "");
  }

  /** True if nobody was told and it is still tried. */
  boolean isOpen() {
    return toldAt == 0 && tries < MOST_TRIES;
  }

  StoredAlert told(long now, String by) {
    return new StoredAlert(key, at, text, tries, nextAt, Math.max(1, now), by);
  }

  /** Returns it after a try in vain: it is tried again after 1, 2, 4 … 60 minutes. */
  StoredAlert failed(long now) {
    long wait = Math.min(LONGEST_WAIT, FIRST_WAIT << Math.min(tries, 10));
    return new StoredAlert(key, at, text, tries + 1, now + wait, 0, "");
  }

  /** True if it may be tried now. A wall clock that was set back does not hold it up. */
  boolean isDue(long now) {
    return isOpen() && (nextAt <= now || nextAt - now > 2 * LONGEST_WAIT);
  }
}
