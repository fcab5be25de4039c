package dev.reveille.server.decision;

/** Says how far a route may disturb its agent. It does not depend on priority. */
public enum WakePolicy {
  /** Nothing is sent, at any priority. */
  SILENT,
  /** The agent sees it in its next turn; no turn is made for it. */
  NEXT_TURN,
  /** A turn may be made for it. */
  IMMEDIATE
}
