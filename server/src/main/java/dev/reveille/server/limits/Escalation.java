package dev.reveille.server.limits;

import java.time.Duration;

/**
 * Decides what happens to an agent that keeps offending: first a warning, then a timed mute, then a
 * kick. Each quiet period removes one strike.
 */
public final class Escalation {

  /** The actions, mildest first. */
  public enum Action {
    WARN,
    MUTE,
    KICK
  }

  private int strikes;
  private long last;

  /** Adds a strike and returns the action for it. */
  public Action strike(Duration quiet, long nanos) {
    strikes = Math.min(Action.values().length, remaining(quiet, nanos) + 1);
    last = nanos;
    return Action.values()[strikes - 1];
  }

  /** True if the agent has a strike left. */
  public boolean remembers(Duration quiet, long nanos) {
    return remaining(quiet, nanos) > 0;
  }

  private int remaining(Duration quiet, long nanos) {
    if (strikes == 0) return 0;
    long period = Math.max(1, quiet.toNanos());
    return (int) Math.max(0, strikes - (nanos - last) / period);
  }
}
