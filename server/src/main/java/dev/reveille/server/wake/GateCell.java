package dev.reveille.server.wake;

import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.SaveGate;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Cell;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;

/** Owns the gate. Nothing but an administrator's command opens it again; no time does. */
public final class GateCell implements Cell {
  static final String KIND = "wake-gate";
  public static final CellId ID = new CellId(KIND, "wakes");

  /** Closes the gate because actions of a seat were abandoned. */
  record Trip(String seat, int abandoned) implements Command {}

  /**
   * Sets the gate for an administrator.
   *
   * @param fence true if what waits now is not to wake anybody
   */
  public record SetGate(GateState state, String actor, String reason, boolean fence)
      implements Command {}

  /** The gate is set. */
  public record GateIsSet(StoredGate gate) implements ChatAnswer {}

  private final Clock clock;
  private StoredGate gate;

  GateCell(Clock clock, StoredGate gate) {
    this.clock = clock;
    this.gate = gate;
  }

  @Override
  public Step handle(Command command) {
    return switch (command) {
      case Trip trip -> trip(trip);
      case SetGate set -> {
        if (set.state() != GateState.OPEN && set.state() != GateState.CLOSED) yield Step.none();
        long now = clock.wallMillis();
        yield set(
            gate.set(
                set.state(), now, set.actor(), set.reason(), set.fence() ? now : gate.fence()));
      }
      default -> throw new IllegalArgumentException("no command of the gate: " + command);
    };
  }

  private Step trip(Trip trip) {
    // The first reason stays: it is the one to look at.
    if (gate.state() != GateState.OPEN) return Step.none();
    return set(
        gate.set(
            GateState.TRIPPED,
            clock.wallMillis(),
            "server",
            trip.abandoned() + " actions in a row of " + trip.seat() + " were abandoned.",
            gate.fence()));
  }

  private Step set(StoredGate next) {
    gate = next;
    return Step.answer(
        new GateIsSet(next),
        Unit.required(
            List.of(new SaveGate(next), WakeFacet.gate(next)),
            List.of(new WakeEffect.GateChanged(next)),
            List.of()));
  }

  @Override
  public boolean mayUnload() {
    return true;
  }
}
