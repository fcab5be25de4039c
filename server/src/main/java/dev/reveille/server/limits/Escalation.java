package dev.reveille.server.limits;

import java.time.Duration;

/**
 * How an agent that does not stop is dealt with: first a warning, then a timed mute, then it is
 * disconnected. Each quiet period takes one strike away.
 */
public final class Escalation {

  /** In order of severity. */
  public enum Action {
    WARN,
    MUTE,
    KICK
  }

  private int strikes;
  private long last;

  /** One more offence. */
  public Action strike(Duration quiet, long nanos) {
    strikes = Math.min(Action.values().length, remaining(quiet, nanos) + 1);
    last = nanos;
    return Action.values()[strikes - 1];
  }

  /** Whether anything is held against the agent. */
  public boolean remembers(Duration quiet, long nanos) {
    return remaining(quiet, nanos) > 0;
  }

  private int remaining(Duration quiet, long nanos) {
    if (strikes == 0) return 0;
    long period = Math.max(1, quiet.toNanos());
    return (int) Math.max(0, strikes - (nanos - last) / period);
  }
}
