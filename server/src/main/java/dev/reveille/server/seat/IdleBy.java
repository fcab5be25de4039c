package dev.reveille.server.seat;

/** The way in which a seat became idle. It says what its harness may be doing. */
public enum IdleBy {
  /** Its turn was seen to end. It also stands for a seat that is not idle. */
  TURN_END,
  /** Nothing was heard of it for a while. A long turn may run. */
  SILENCE,
  /** The time of a limit has passed, and no wake was handed over since. */
  LIMIT
}
