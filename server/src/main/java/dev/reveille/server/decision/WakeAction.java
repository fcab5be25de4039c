package dev.reveille.server.decision;

/** The way in which a wake reaches its agent. */
public enum WakeAction {
  /** Nothing is done. */
  NONE,
  /** A message to the session that the agent has open. */
  MESSAGE,
  /** A call of an address that people set. */
  WEBHOOK,
  /** One line into the harness that runs. */
  NUDGE,
  /** A fresh session of the harness. */
  START
}
