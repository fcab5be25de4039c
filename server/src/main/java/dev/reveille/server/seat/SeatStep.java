package dev.reveille.server.seat;

/** A step of an action at a harness, in the order of a start. Each is a job of its own. */
public enum SeatStep {
  /** Ends the session before. */
  TERMINATE,
  /** Looks if the session before is gone. */
  VERIFY_GONE,
  /** Starts the new session. */
  START,
  /** Gives the boot prompt to the new session. */
  INJECT,
  /** Looks if the process of a session is gone, before the session is resumed. */
  VERIFY_RESUMABLE,
  /** Goes on with a session. */
  RESUME,
  /** Gives a line to the session. */
  NUDGE,
  /** Ends the session, because a person wants it. */
  STOP;

  /** True if doing it twice is the same as doing it once. */
  boolean isRepeatable() {
    return switch (this) {
      case TERMINATE, VERIFY_GONE, VERIFY_RESUMABLE, STOP -> true;
      case START, INJECT, RESUME, NUDGE -> false;
    };
  }

  /** True if it may cost a turn. To end a session or to look at it is always allowed. */
  boolean needsOpenGate() {
    return switch (this) {
      case START, INJECT, RESUME, NUDGE -> true;
      case TERMINATE, VERIFY_GONE, VERIFY_RESUMABLE, STOP -> false;
    };
  }

  /** True if it is about the session before, whose process may run. */
  boolean isOfSuspect() {
    return this == TERMINATE || this == VERIFY_GONE;
  }

  /** Returns the action that this step is a part of. */
  public SeatAction action() {
    return switch (this) {
      case TERMINATE, VERIFY_GONE, START, INJECT -> SeatAction.START;
      case VERIFY_RESUMABLE, RESUME -> SeatAction.RESUME;
      case NUDGE -> SeatAction.NUDGE;
      case STOP -> SeatAction.TERMINATE;
    };
  }
}
