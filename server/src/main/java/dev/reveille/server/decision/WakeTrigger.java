package dev.reveille.server.decision;

/** The event that asks for a decision. */
public enum WakeTrigger {
  /** The regular look at the seat. */
  PULSE,
  /** A message to the agent alone. */
  MESSAGE,
  /** A message in a channel that names the agent. */
  MENTION,
  /** A task that concerns the agent changed. */
  TASK,
  /** A person answered a question of the agent. */
  PERMISSION,
  /** A durable timer that the agent set for itself fired. */
  TIMER,
  /** A session that declared itself full may be succeeded. */
  FULL,
  /** All seats of the team are idle, and this seat is the coordinator. */
  TEAM,
  /** An administrator asks for it now. */
  OPERATOR
}
