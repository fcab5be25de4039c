package dev.reveille.server.wake;

import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.SessionEffect;

/** A change that follows a decision. */
sealed interface WakeEffect {
  /**
   * Carries out a wake. The gate is asked once more at this moment.
   *
   * @param line one line of counts, names and a nonce, for the agent
   */
  record CarryOut(
      String seat, WakeAction action, String line, String nonce, boolean override, String causes)
      implements WakeEffect, SessionEffect {}

  /** Notes that a wake of this seat is not settled, or that it is. */
  record FlightChanged(String seat, boolean inFlight) implements WakeEffect, DirectoryEffect {}

  /** Notes that the open session of this agent does not heed messages, or that it was heard. */
  record UnheardChanged(String seat, boolean unheard) implements WakeEffect, DirectoryEffect {}

  /** Notes that something waits for this seat, or that nothing does. */
  record WaitChanged(String seat, boolean waits) implements WakeEffect, DirectoryEffect {}

  /** The gate has this state now. */
  record GateChanged(StoredGate gate) implements WakeEffect, DirectoryEffect {}
}
