package dev.reveille.server.seat;

/** Something that happened to a seat. {@link SeatTransitions} says what it changes. */
public enum SeatEvent {
  /** The lease is taken and a new session is about to be started. */
  START_BEGUN,
  /** A new session is not known to have been started, or was not heard of before the boot limit. */
  START_FAILED,
  /** A new session was certainly not started, or it is gone again. It may be tried once more. */
  NOT_STARTED,
  /** The gate closed while a new session was being started. Nothing runs that could work. */
  START_CALLED_OFF,
  /** The session did something: it attached, a turn began, its nonce came back. */
  TURN_STARTED,
  /** The session was silent for longer than the limit, or its turn ended. */
  WENT_SILENT,
  /** The process of one turn ended with exit code 0. Its session can be resumed. */
  TURN_PROCESS_EXITED,
  /** A long-lived process ended with exit code 0, and no end had been declared. */
  EXITED,
  /** A process ended with another exit code. */
  CRASHED,
  /** The session declared its end. */
  SUNSET,
  /** The session declared that its context is full. */
  FULL_DECLARED,
  /** The harness refuses work until a time. */
  LIMITED,
  /** The time of a limit has passed. */
  LIMIT_PASSED,
  /** The harness could be asked and the session was not there, or it could not be asked. */
  UNSEEN,
  /** The session was seen again. */
  SEEN,
  /** A person stopped the session. */
  STOPPED,
  /** An administrator set the seat aside. */
  BENCHED,
  /** An administrator took the seat back. */
  UNBENCHED,
  /** The agent, or a person, does not want the seat to be brought back. */
  OPTED_OUT,
  /** The agent, or a person, wants the seat to be brought back again. */
  OPTED_IN;

  /** True if the session itself, or its harness in its name, said so. */
  public boolean isDeclared() {
    return this == SUNSET || this == FULL_DECLARED;
  }

  /** True if no turn runs after it that ran before. */
  public boolean endsTurn() {
    return switch (this) {
      case WENT_SILENT, TURN_PROCESS_EXITED, SUNSET, FULL_DECLARED, EXITED, CRASHED -> true;
      case START_BEGUN,
          START_FAILED,
          NOT_STARTED,
          START_CALLED_OFF,
          TURN_STARTED,
          LIMITED,
          LIMIT_PASSED,
          UNSEEN,
          SEEN,
          STOPPED,
          BENCHED,
          UNBENCHED,
          OPTED_OUT,
          OPTED_IN ->
          false;
    };
  }
}
