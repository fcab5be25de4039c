package dev.reveille.server.worksource;

/**
 * The questions to a work source for one seat on one UTC day.
 *
 * @param calls all questions
 * @param unchanged those that were answered with "as before", which costs nothing
 * @param processes programs that were started for them
 */
public record StoredSourceDay(
    String source, String seat, long day, long calls, long unchanged, long failed, long processes) {

  static StoredSourceDay none(String source, String seat, long day) {
    return new StoredSourceDay(source, seat, day, 0, 0, 0, 0);
  }

  StoredSourceDay plus(SourceFinding.Outcome outcome, boolean process) {
    return new StoredSourceDay(
        source,
        seat,
        day,
        calls + 1,
        unchanged + (outcome == SourceFinding.Outcome.UNCHANGED ? 1 : 0),
        failed + (outcome == SourceFinding.Outcome.FAILED ? 1 : 0),
        processes + (process ? 1 : 0));
  }

  /** Returns how many of them count against the budget. */
  long paid() {
    return calls - unchanged;
  }
}
