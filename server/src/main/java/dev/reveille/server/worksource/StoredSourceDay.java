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

  /** Returns the counts with a question that is about to be asked. */
  StoredSourceDay begun(boolean process) {
    return plus(1, 0, 0, process ? 1 : 0);
  }

  /** Returns the counts with the outcome of a question that was begun. */
  StoredSourceDay ended(SourceFinding.Outcome outcome) {
    return switch (outcome) {
      case COUNTED -> this;
      case UNCHANGED -> plus(0, 1, 0, 0);
      case FAILED -> plus(0, 0, 1, 0);
    };
  }

  /** Returns the counts without a question that was begun and then not asked. */
  StoredSourceDay notAsked(boolean process) {
    return plus(-1, 0, 0, process ? -1 : 0);
  }

  private StoredSourceDay plus(int call, int same, int failure, int process) {
    return new StoredSourceDay(
        source, seat, day, calls + call, unchanged + same, failed + failure, processes + process);
  }

  /** Returns how many of them count against the budget. */
  long paid() {
    return calls - unchanged;
  }
}
