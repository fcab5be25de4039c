package dev.reveille.server.wake;

import dev.reveille.server.decision.WakeAnswer;

/**
 * Does what a decision said at a seat. Its methods never block. With {@code override} the gate does
 * not count.
 */
public interface SeatActor {
  /** Asks the seat for a fresh session. */
  void start(String seat, WakeAnswer why, String nonce, boolean override);

  /** Asks the seat to give this line to its session. */
  void nudge(String seat, String line, String nonce, boolean override);
}
