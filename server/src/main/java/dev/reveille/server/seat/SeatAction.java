package dev.reveille.server.seat;

/** Something that can be done to a seat. */
public enum SeatAction {
  /** Starts a new session with a boot prompt. The only action that makes a new body. */
  START,
  /** Goes on with a session whose process ended without a declared end. */
  RESUME,
  /** Gives one line to the session that is there. Never starts a new session. */
  NUDGE,
  /** Ends the session's process. */
  TERMINATE
}
