package dev.reveille.server.wake;

import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.StoredGate;

/**
 * The gate as it was last stored, for the moment at which a wake is carried out. Until it was read
 * it counts as unreadable, so nothing passes.
 */
final class GateView {
  private volatile StoredGate gate = StoredGate.UNREADABLE;

  void set(StoredGate now) {
    gate = now;
  }

  StoredGate gate() {
    return gate;
  }

  boolean isOpen() {
    return gate.state() == GateState.OPEN;
  }
}
