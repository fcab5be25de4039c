package dev.reveille.server.decision;

/** The state of the gate that every wake passes. Only {@link #OPEN} lets one through. */
public enum GateState {
  OPEN,
  /** {@code WAKE_ABANDONED_LIMIT} actions in a row were abandoned. Only a person opens it again. */
  TRIPPED,
  /** A person closed it. */
  CLOSED,
  /** Its row is missing or cannot be read. */
  UNREADABLE
}
