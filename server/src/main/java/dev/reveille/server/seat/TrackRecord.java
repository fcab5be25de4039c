package dev.reveille.server.seat;

import java.time.Duration;

/**
 * The outcome of the sessions of a seat: how they ended, and what the present one did.
 *
 * @param endsInRow how many sessions in a row ended without progress. The first end after progress
 *     counts as one
 * @param failedStarts how many starts in a row failed
 * @param crashes how many crashes came within {@link #CRASH_WINDOW} of the one before
 * @param crashedAt when the last of them came; 0 = there was none
 * @param deeds what the present session did so far
 */
public record TrackRecord(
    int endsInRow, int failedStarts, int crashes, long crashedAt, Deeds deeds) {
  public static final TrackRecord NONE = new TrackRecord(0, 0, 0, 0, Deeds.NONE);

  /** Crashes that are farther apart have nothing to do with each other. */
  static final Duration CRASH_WINDOW = Duration.ofHours(1);

  /** Something that a session did. */
  public enum Deeds {
    NONE,
    /** It said one thing. The boot prompt asks for that, so it is no progress. */
    SPOKE,
    /** It said more, answered somebody, moved a task or left a handoff. */
    PROGRESSED
  }

  /** A new session has done nothing. */
  TrackRecord begun() {
    return new TrackRecord(endsInRow, failedStarts, crashes, crashedAt, Deeds.NONE);
  }

  /** A person wants a start: what went wrong before does not count against it. */
  TrackRecord forgiven() {
    return new TrackRecord(endsInRow, 0, 0, 0, Deeds.NONE);
  }

  TrackRecord progressed() {
    return new TrackRecord(endsInRow, failedStarts, crashes, crashedAt, Deeds.PROGRESSED);
  }

  /** The session said something that answers nothing. */
  TrackRecord spoke() {
    return deeds == Deeds.NONE
        ? new TrackRecord(endsInRow, failedStarts, crashes, crashedAt, Deeds.SPOKE)
        : progressed();
  }

  /** The session was heard of: its start did not fail. */
  TrackRecord started() {
    return new TrackRecord(endsInRow, 0, crashes, crashedAt, deeds);
  }

  TrackRecord failed() {
    return new TrackRecord(endsInRow, failedStarts + 1, crashes, crashedAt, deeds);
  }

  /** The session ended. */
  TrackRecord ended() {
    int ends = deeds == Deeds.PROGRESSED ? 1 : endsInRow + 1;
    return new TrackRecord(ends, failedStarts, crashes, crashedAt, Deeds.NONE);
  }

  /** The process of the session crashed. */
  TrackRecord crashed(long now) {
    boolean near = Math.abs(now - crashedAt) <= CRASH_WINDOW.toMillis();
    return new TrackRecord(endsInRow, failedStarts, near ? crashes + 1 : 1, now, deeds);
  }
}
