package dev.reveille.server.decision;

/** The state of the program that runs an agent's turns, as far as a wake must respect it. */
public enum HarnessPresence {
  UNKNOWN,
  /** It waits for input. */
  WAITING,
  /** Nothing was heard of it for a while. It may wait, or a long turn may run. */
  SILENT,
  /** A turn runs. */
  IN_TURN,
  /** It shows a question to a person. */
  WAITING_ON_APPROVAL,
  /** A person types into it. */
  USER_TYPING
}
