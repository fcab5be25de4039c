package dev.reveille.server.decision;

/**
 * The gate that every wake passes.
 *
 * @param at when it got this state
 * @param actor who set it: an administrator's name, or {@code server}
 * @param reason a sentence for people
 * @param fence mail and ends of tasks from before this wall time wake nobody; 0 = no fence
 */
public record StoredGate(GateState state, long at, String actor, String reason, long fence) {
  /** Counts while there is no row that can be read. */
  public static final StoredGate UNREADABLE =
      new StoredGate(GateState.UNREADABLE, 0, "server", "The gate has no row that can be read.");

  /** Makes a gate without a fence. */
  public StoredGate(GateState state, long at, String actor, String reason) {
    this(state, at, actor, reason, 0);
  }
}
