package dev.reveille.server.wake;

import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.SessionEffect;
import java.util.List;

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

  /** The identity has these routes now. */
  record RoutesChanged(String identity, List<WakeRoute> routes)
      implements WakeEffect, DirectoryEffect {
    public RoutesChanged {
      routes = List.copyOf(routes);
    }
  }

  /**
   * The inbox has entries that no route has handed over: they are looked at as if they came now.
   */
  record Replay(String identity) implements WakeEffect, DirectoryEffect {}

  /** The gate has this state now. */
  record GateChanged(StoredGate gate) implements WakeEffect, DirectoryEffect {}
}
