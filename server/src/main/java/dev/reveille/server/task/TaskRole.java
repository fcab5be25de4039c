package dev.reveille.server.task;

/** The part that somebody has in a task. An agent may have several. */
public enum TaskRole {
  /** Created it. */
  ORIGINATOR,
  /** Claimed it; or, while nobody has, the one agent that it is for. */
  ASSIGNEE,
  /** Is one of several agents that may claim it, while nobody has. */
  CLAIMANT,
  /** The server, when the time of the task is over. */
  SWEEP
}
