package dev.reveille.server.wake;

import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SaveDecision;
import dev.reveille.server.decision.SaveWake;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Tell;
import dev.reveille.server.kernel.Write;
import java.util.List;

/**
 * The memory of one seat's wakes while its cell is loaded: the stored row, the newest decisions,
 * and how the action in flight is proven and settled. Part of the wake cell.
 */
final class WakeMemory {
  private final Clock clock;
  private final int abandonedLimit;
  private StoredWake row;
  private final DecisionBook book;

  /** The monotonic time of the last wake, if this process made it. */
  private long wokeNanos;

  private boolean wokeHere;

  WakeMemory(String seat, Clock clock, int abandonedLimit, WakeReads reads) {
    this.clock = clock;
    this.abandonedLimit = abandonedLimit;
    row = reads.wake(seat).orElseGet(() -> StoredWake.none(seat, -1));
    book = new DecisionBook(seat, row.flight(), reads);
  }

  StoredWake row() {
    return row;
  }

  void set(StoredWake next) {
    row = next;
  }

  DecisionBook book() {
    return book;
  }

  /** Notes that a wake was made now. */
  void woke() {
    wokeNanos = clock.nanos();
    wokeHere = true;
  }

  /** Takes back a last wake that is in the future, because the wall clock jumped back since. */
  void holdBack(long now, List<Write> writes) {
    if (wokeHere || row.wakeAt() <= now) return;
    // Without this the seat would rest until the clock caught up.
    row = row.wokenAt(now);
    writes.add(new SaveWake(row));
  }

  /**
   * Returns how long ago the last wake was. It is measured by the clock that does not jump, if this
   * process made the wake.
   */
  Reading sinceWake(long now) {
    if (row.wakeAt() == 0) return Reading.UNKNOWN;
    if (wokeHere) return Reading.of((clock.nanos() - wokeNanos) / 1_000_000);
    return Reading.of(Math.max(0, now - row.wakeAt()));
  }

  boolean isInFlight(String nonce) {
    var flight = row.flight();
    return flight != null && flight.nonce().equals(nonce);
  }

  boolean isInFlight(WakeAction action) {
    var flight = row.flight();
    return flight != null && flight.action() == action;
  }

  /** True if the turn of the action in flight is known to have begun. */
  boolean hasBegun() {
    return row.flight() != null && book.hasBegun();
  }

  /** Returns the first entry that the action in flight is about; 0 if there is none. */
  long entries() {
    var flight = row.flight();
    return flight == null ? 0 : flight.from();
  }

  /** True if this process has decided on an action and has not heard that it was handed over. */
  boolean isBeingCarriedOut() {
    return wokeHere && book.isOnlyStored();
  }

  /** True if an earlier process decided on the action in flight and did not carry it out. */
  boolean isLeftBehind(SeatLook seat) {
    var flight = row.flight();
    return flight != null
        && !wokeHere
        && book.isOnlyStored()
        && seat.isUntouchedBy(flight.action());
  }

  /** Ends an action that was not carried out. That says nothing about the seat. */
  void release(List<Write> writes, List<Effect> effects) {
    prove(WakeProof.FAILED, writes);
    row = row.withoutState();
    settle(row.abandoned(), writes, effects);
  }

  void prove(WakeProof proof, List<Write> writes) {
    var proven = book.proven(proof, clock.wallMillis());
    if (proven == null) return;
    writes.add(new SaveDecision(proven));
    var event = WakeFacet.proven(proven, clock.wallMillis());
    if (event != null) writes.add(event);
  }

  /**
   * Ends an action of which nothing was heard in time. An agent that confirmed its mail was heard,
   * also if its turn is not known to have begun. A message that an open session does not heed says
   * nothing about harnesses: the next wake goes another way, and the gate does not count it.
   */
  void giveUp(List<Write> writes, List<Effect> effects) {
    if (hasBegun()) {
      settle(0, writes, effects);
    } else if (book.isRetrieved()) {
      settle(row.abandoned(), writes, effects);
    } else if (isInFlight(WakeAction.MESSAGE)) {
      prove(WakeProof.ABANDONED, writes);
      unheard(true, effects);
      settle(row.abandoned(), writes, effects);
    } else {
      prove(WakeProof.ABANDONED, writes);
      settle(row.abandoned() + 1, writes, effects);
    }
  }

  /** Notes that the agent was heard; true if that changes anything. */
  boolean heard(List<Write> writes, List<Effect> effects) {
    if (!row.unheard()) return false;
    unheard(false, effects);
    writes.add(new SaveWake(row));
    return true;
  }

  private void unheard(boolean now, List<Effect> effects) {
    row = row.unheard(now);
    effects.add(new WakeEffect.UnheardChanged(row.seat(), now));
  }

  /**
   * Ends the action in flight.
   *
   * @param abandoned how many in a row were abandoned with it
   */
  void settle(int abandoned, List<Write> writes, List<Effect> effects) {
    boolean oneMore = abandoned > row.abandoned();
    row = row.with(null, abandoned);
    book.settled();
    writes.add(new SaveWake(row));
    effects.add(new WakeEffect.FlightChanged(row.seat(), false));
    if (oneMore && abandoned % abandonedLimit == 0) {
      var trip = new GateCell.Trip(row.seat(), abandoned);
      var key = row.seat() + " " + row.wakeAt();
      effects.add(Tell.durable(GateCell.ID, trip, key));
    }
  }
}
