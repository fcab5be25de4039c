package dev.reveille.server.wake;

import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.TimerDue;
import dev.reveille.server.seat.SeatNews;

/** A command to the cell that wakes one seat. */
public sealed interface WakeCommand extends Command {
  /**
   * Looks at the seat and decides.
   *
   * @param override true if an administrator asked in spite of the gate
   */
  record Look(WakeTrigger trigger, WakePolicy policy, boolean override) implements WakeCommand {
    /** A full session may be succeeded. */
    private static final Look FULL = new Look(WakeTrigger.FULL, WakePolicy.IMMEDIATE, false);

    static final Look PULSE = new Look(WakeTrigger.PULSE, WakePolicy.IMMEDIATE, false);

    /** Returns the look that a command asks for. */
    static Look of(Command command) {
      if (command instanceof Look asked) return asked;
      return command instanceof SeatNews.SuccessorDue ? FULL : PULSE;
    }
  }

  /**
   * The wake was handed over, or it was not, or nobody knows.
   *
   * @param counts false if a failure says nothing about the seat, because the gate was closed
   */
  record HandedOver(String nonce, WakeProof proof, boolean counts) implements WakeCommand {}

  /** A turn began with this nonce. */
  record TurnBegan(String nonce) implements WakeCommand {}

  /** The agent put itself to sleep until this wall time. Answered when that is noted. */
  record Slept(long until) implements WakeCommand {}

  /** The agent speaks: its sleep is over. */
  record Roused() implements WakeCommand {}

  /** The time of the agent's own sleep is over. */
  record SleepOver(TimerDue due) implements WakeCommand {}

  /** The agent took or confirmed its mail up to this seq. */
  record Retrieved(long upTo) implements WakeCommand {}

  /** The agent did something that others can see. */
  record Progressed() implements WakeCommand {}
}
