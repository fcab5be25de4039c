package dev.reveille.server.decision;

/** Says how far a wake is known to have come. A level is never guessed. */
public enum WakeProof {
  /** It is stored and will be sent. */
  STORED,
  /** It was handed to a session or a harness. */
  OFFERED,
  /** The agent took, or confirmed, everything that the wake was about. */
  RETRIEVED,
  /** A turn began: its nonce came back. */
  STARTED,
  /** The agent did something: it replied, moved a task or left a handoff. */
  ACTED,
  /** It was certainly not handed over. */
  FAILED,
  /** It may have been handed over or not. */
  UNKNOWN,
  /** Nothing was heard of it until its time was over. */
  ABANDONED;

  /** True if nothing more is expected. */
  public boolean isSettled() {
    return switch (this) {
      case ACTED, FAILED, ABANDONED -> true;
      case STORED, OFFERED, RETRIEVED, STARTED, UNKNOWN -> false;
    };
  }

  /** True if a turn is known to have begun. */
  public boolean isStarted() {
    return this == STARTED || this == ACTED;
  }
}
