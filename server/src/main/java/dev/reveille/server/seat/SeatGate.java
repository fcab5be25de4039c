package dev.reveille.server.seat;

import java.util.Optional;

/**
 * Says if harnesses may be touched at all. It is asked by the job that touches them, so that no way
 * to a harness goes past it. It may read the store.
 */
@FunctionalInterface
public interface SeatGate {
  /** A gate that is always open. */
  SeatGate OPEN = Optional::empty;

  /** Returns why it is closed; empty if it is open. What it throws counts as closed. */
  Optional<String> closed();
}
