package dev.reveille.server.worksource;

/**
 * The answer of a work source for one seat.
 *
 * @param count of what waits, if the source said so
 * @param newest a number that rises with newer work; 0 if it has none
 * @param mark what the source wants to see again with the next question; empty if nothing
 * @param reason why it is not known, in the server's own words; empty if it is known
 * @param more true if there may be more than was counted
 * @param restMillis the source asks for no question for so long
 */
public record SourceFinding(
    String seat,
    Outcome outcome,
    long count,
    long newest,
    String mark,
    String reason,
    boolean more,
    long restMillis) {

  /** The sort of an answer. */
  public enum Outcome {
    COUNTED,
    /** It is as it was, which costs nothing. */
    UNCHANGED,
    FAILED
  }

  static SourceFinding counted(SourceRound.Question asked, long count, long newest, String mark) {
    return new SourceFinding(asked.seat(), Outcome.COUNTED, count, newest, mark, "", false, 0);
  }

  static SourceFinding unchanged(SourceRound.Question asked) {
    return new SourceFinding(asked.seat(), Outcome.UNCHANGED, 0, 0, asked.mark(), "", false, 0);
  }

  static SourceFinding failed(SourceRound.Question asked, String reason) {
    return new SourceFinding(asked.seat(), Outcome.FAILED, 0, 0, "", reason, false, 0);
  }

  /** Returns the same finding of a list that may go on. */
  SourceFinding orMore(boolean may) {
    return new SourceFinding(seat, outcome, count, newest, mark, reason, may, restMillis);
  }

  SourceFinding resting(long millis) {
    return new SourceFinding(seat, outcome, count, newest, mark, reason, more, Math.max(0, millis));
  }
}
