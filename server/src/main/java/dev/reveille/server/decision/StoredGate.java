package dev.reveille.server.decision;

/**
 * The gate that every wake passes.
 *
 * @param at when it got this state
 * @param actor who set it: an administrator's name, or {@code server}
 * @param reason a sentence for people
 * @param fence mail and ends of tasks from before this wall time wake nobody; 0 = no fence
 * @param closed the last time during which it was not open
 */
public record StoredGate(
    GateState state, long at, String actor, String reason, long fence, Closed closed) {
  /** Counts while there is no row that can be read. */
  public static final StoredGate UNREADABLE =
      new StoredGate(GateState.UNREADABLE, 0, "server", "The gate has no row that can be read.");

  /** Makes a gate without a fence. */
  public StoredGate(GateState state, long at, String actor, String reason) {
    this(state, at, actor, reason, 0);
  }

  /** Makes a gate that was open all the time before. */
  public StoredGate(GateState state, long at, String actor, String reason, long fence) {
    this(
        state,
        at,
        actor,
        reason,
        fence,
        state == GateState.TRIPPED || state == GateState.CLOSED ? new Closed(at, 0) : Closed.NEVER);
  }

  /**
   * A time during which the gate was not open.
   *
   * @param from wall time; 0 = there was none
   * @param until 0 while it lasts
   */
  public record Closed(long from, long until) {
    public static final Closed NEVER = new Closed(0, 0);
  }

  /** Returns this gate in another state. The time in which it is not open is noted. */
  public StoredGate set(GateState next, long now, String who, String why, long fenced) {
    boolean isOpen = state == GateState.OPEN;
    var times = closed;
    if (isOpen && next != GateState.OPEN) times = new Closed(now, 0);
    else if (!isOpen && next == GateState.OPEN && closed.from() != 0) {
      times = new Closed(closed.from(), now);
    }
    return new StoredGate(next, now, who, why, fenced, times);
  }

  /**
   * Returns the wall time since which mail is young enough to wake somebody. The time in which the
   * gate was not open does not count, because nobody could be woken in it.
   *
   * @param horizon how old mail may be, in milliseconds
   */
  public long oldest(long now, long horizon) {
    if (closed.from() == 0) return now - horizon;
    // A time in the future, because the clock was set back, ends now.
    long until = closed.until() == 0 ? now : Math.min(closed.until(), now);
    long from = Math.min(closed.from(), until);
    long since = now - until;
    return since >= horizon ? now - horizon : from - (horizon - since);
  }
}
