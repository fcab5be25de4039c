package dev.reveille.server.seat;

/**
 * The result of something that an adapter did.
 *
 * @param evidence a sentence for people: what was seen
 */
public record HarnessOutcome(Result result, String evidence) {
  /** Tells what is known. */
  public enum Result {
    /** It was done. */
    DONE,
    /** It was certainly not done. */
    FAILED,
    /** It was not tried: the gate is closed, or too much else is being done. */
    FORBIDDEN,
    /** It was not tried: the harness said that its session is busy. */
    BUSY,
    /** It may have been done. Nothing may be built on it. */
    UNKNOWN;

    /** False if it was not tried, so that it says nothing about the seat. */
    public boolean isTried() {
      return this != FORBIDDEN && this != BUSY;
    }
  }

  public static HarnessOutcome done(String evidence) {
    return new HarnessOutcome(Result.DONE, evidence);
  }

  public static HarnessOutcome failed(String evidence) {
    return new HarnessOutcome(Result.FAILED, evidence);
  }

  static HarnessOutcome forbidden(String evidence) {
    return new HarnessOutcome(Result.FORBIDDEN, evidence);
  }

  static HarnessOutcome busy(String evidence) {
    return new HarnessOutcome(Result.BUSY, evidence);
  }

  public static HarnessOutcome unknown(String evidence) {
    return new HarnessOutcome(Result.UNKNOWN, evidence);
  }
}
