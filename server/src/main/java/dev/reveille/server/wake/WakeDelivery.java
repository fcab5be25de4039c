package dev.reveille.server.wake;

import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Carries out wakes. It asks the gate once more: it may have tripped since the decision. What
 * became of a wake is told to the seat's cell.
 */
final class WakeDelivery {
  private final Host host;
  private final GateView gate;
  private final Recent<StoredGate> read;
  private final SeatActor seats;
  private final SessionWake sessions;
  private final WakeRouter router;
  private final Set<String> inFlight = ConcurrentHashMap.newKeySet();
  private final LongAdder sent = new LongAdder();

  /** Sends a wake to the session that an agent has open. */
  interface SessionWake {
    /** True if there was a session and it was given the wake. */
    boolean send(String agent, String line, String nonce, List<String> reasons);
  }

  WakeDelivery(
      Host host,
      GateView gate,
      Recent<StoredGate> read,
      SeatActor seats,
      SessionWake sessions,
      WakeRouter router) {
    this.host = host;
    this.gate = gate;
    this.read = read;
    this.seats = seats;
    this.sessions = sessions;
    this.router = router;
  }

  List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(WakeEffect.CarryOut.class, this::carryOut),
        new EffectPart<>(WakeEffect.FlightChanged.class, this::flight),
        new EffectPart<>(WakeEffect.GateChanged.class, this::changed));
  }

  /** True if a wake of this agent is not settled. Any thread may ask. */
  boolean isInFlight(String agent) {
    return inFlight.contains(agent);
  }

  /** Returns how many wakes were carried out since the start. */
  long sent() {
    return sent.sum();
  }

  private void changed(WakeEffect.GateChanged changed) {
    gate.set(changed.gate());
    read.forget();
  }

  private void flight(WakeEffect.FlightChanged changed) {
    if (changed.inFlight()) inFlight.add(changed.seat());
    else inFlight.remove(changed.seat());
  }

  private void carryOut(WakeEffect.CarryOut wake) {
    if (!gate.isOpen() && !wake.override()) {
      tell(wake, WakeProof.FAILED, false);
      return;
    }
    sent.increment();
    router.sent(wake.seat());
    switch (wake.action()) {
      case MESSAGE -> {
        boolean given =
            sessions.send(
                wake.seat(),
                wake.line(),
                wake.nonce(),
                WakeAnswer.reasons(wake.causes()).stream().map(WakeReason::name).toList());
        tell(wake, given ? WakeProof.OFFERED : WakeProof.FAILED, true);
      }
      case NUDGE -> seats.nudge(wake.seat(), wake.line(), wake.nonce(), wake.override());
      case START ->
          seats.start(
              wake.seat(),
              new WakeAnswer(wake.action(), WakeAnswer.reasons(wake.causes())),
              wake.nonce(),
              wake.override());
      case NONE -> throw new IllegalArgumentException("no action: " + wake);
    }
  }

  private void tell(WakeEffect.CarryOut wake, WakeProof proof, boolean counts) {
    host.tell(WakeCell.at(wake.seat()), new WakeCommand.HandedOver(wake.nonce(), proof, counts));
  }
}
