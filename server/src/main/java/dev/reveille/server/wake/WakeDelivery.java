package dev.reveille.server.wake;

import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.delivery.ActedEffect;
import dev.reveille.server.delivery.RetrievedEffect;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.route.RouteEffect;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out wakes. It asks the gate once more: it may have tripped since the decision. What
 * became of a wake is told to the seat's cell.
 */
final class WakeDelivery {
  private static final Logger log = LoggerFactory.getLogger(WakeDelivery.class);

  private final Host host;
  private final GateView gate;
  private final Recent<StoredGate> read;
  private final SeatActor seats;
  private final SessionWake sessions;
  private final WakeRouter router;
  private final Predicate<String> hasSeat;
  private final Set<String> inFlight = ConcurrentHashMap.newKeySet();
  private final Set<String> unheard = ConcurrentHashMap.newKeySet();
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();
  private final LongAdder sent = new LongAdder();

  /** Sends a wake to the session that an agent has open. */
  interface SessionWake {
    /** True if there was a session that takes wakes, and it was given this one. */
    boolean send(String agent, String line, String nonce, List<String> reasons);
  }

  WakeDelivery(
      Host host,
      GateView gate,
      Recent<StoredGate> read,
      SeatActor seats,
      SessionWake sessions,
      WakeRouter router,
      Predicate<String> hasSeat) {
    this.host = host;
    this.gate = gate;
    this.read = read;
    this.seats = seats;
    this.sessions = sessions;
    this.router = router;
    this.hasSeat = hasSeat;
  }

  List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(WakeEffect.CarryOut.class, this::carryOut),
        new EffectPart<>(WakeEffect.FlightChanged.class, this::flight),
        new EffectPart<>(WakeEffect.UnheardChanged.class, this::unheard),
        new EffectPart<>(WakeEffect.WaitChanged.class, this::waits),
        new EffectPart<>(WakeEffect.GateChanged.class, this::changed),
        new EffectPart<>(RetrievedEffect.class, this::retrieved),
        new EffectPart<>(RouteEffect.Replay.class, now -> router.replay(now.identity())));
  }

  /** True if a wake of this agent is not settled. Any thread may ask. */
  boolean isInFlight(String agent) {
    return inFlight.contains(agent);
  }

  /** True if it matters to its wakes that this agent does something. Any thread may ask. */
  boolean isAwaited(String agent) {
    return inFlight.contains(agent) || unheard.contains(agent);
  }

  /** Returns how many wakes were carried out since the start. */
  long sent() {
    return sent.sum();
  }

  /** Notes that an agent did something that may answer its wake. */
  void acted(ActedEffect acted) {
    if (hasSeat.test(acted.agent())) {
      host.tell(SeatCell.at(acted.agent()), new SeatCommand.Progressed());
    }
    if (!isAwaited(acted.agent())) return;
    host.tell(WakeCell.at(acted.agent()), new WakeCommand.Progressed());
  }

  private void retrieved(RetrievedEffect taken) {
    if (!isAwaited(taken.agent())) return;
    host.tell(WakeCell.at(taken.agent()), new WakeCommand.Retrieved(taken.upTo()));
  }

  private void changed(WakeEffect.GateChanged changed) {
    gate.set(changed.gate());
    read.forget();
  }

  private void flight(WakeEffect.FlightChanged changed) {
    if (changed.inFlight()) inFlight.add(changed.seat());
    else inFlight.remove(changed.seat());
  }

  private void unheard(WakeEffect.UnheardChanged changed) {
    if (changed.unheard()) unheard.add(changed.seat());
    else unheard.remove(changed.seat());
  }

  private void waits(WakeEffect.WaitChanged changed) {
    if (changed.waits()) waiting.add(changed.seat());
    else waiting.remove(changed.seat());
  }

  /** True if the last decision found something that waits for this seat. Any thread may ask. */
  boolean isWaiting(String seat) {
    return waiting.contains(seat);
  }

  /** Takes in the actions that an earlier process left, so that their proofs are heard. */
  void goOn(Collection<String> flying, Collection<String> silent) {
    inFlight.addAll(flying);
    waiting.addAll(flying);
    unheard.addAll(silent);
    waiting.addAll(silent);
  }

  private void carryOut(WakeEffect.CarryOut wake) {
    // The job of a webhook asks the gate itself, before each attempt.
    if (!gate.isOpen() && !wake.override() && wake.action() != WakeAction.WEBHOOK) {
      tell(wake, WakeProof.FAILED, false);
      return;
    }
    sent.increment();
    router.sent(wake.seat());
    switch (wake.action()) {
      case MESSAGE -> message(wake);
      case WEBHOOK -> {}
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

  /**
   * Sends the wake to the open session. If there is none any more, that says nothing about the
   * seat. An exception of the transport counts as FAILED.
   */
  private void message(WakeEffect.CarryOut wake) {
    var reasons = WakeAnswer.reasons(wake.causes()).stream().map(WakeReason::name).toList();
    try {
      boolean sent = sessions.send(wake.seat(), wake.line(), wake.nonce(), reasons);
      if (sent) host.tell(SeatCell.at(wake.seat()), new SeatCommand.Woken());
      tell(wake, sent ? WakeProof.OFFERED : WakeProof.FAILED, sent);
    } catch (RuntimeException e) {
      log.warn("A wake of {} could not be sent", wake.seat(), e);
      tell(wake, WakeProof.FAILED, true);
    }
  }

  private void tell(WakeEffect.CarryOut wake, WakeProof proof, boolean counts) {
    host.tell(WakeCell.at(wake.seat()), new WakeCommand.HandedOver(wake.nonce(), proof, counts));
  }
}
