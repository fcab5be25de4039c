package dev.reveille.server.wake;

import dev.reveille.server.decision.InputText;
import dev.reveille.server.decision.RestUse;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeInputs;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import org.jspecify.annotations.Nullable;

/**
 * The newest decisions about one seat in memory: the last one, and that of the action in flight.
 * Part of the wake cell.
 */
final class DecisionBook {
  private final String seat;
  private @Nullable StoredDecision last;

  /** The decision of the action in flight, if it is known. */
  private @Nullable StoredDecision flown;

  DecisionBook(String seat, StoredWake.@Nullable Flight flight, WakeReads reads) {
    this.seat = seat;
    last = reads.last(seat).orElse(null);
    if (flight == null) return;
    flown = reads.after(seat, flight.n() - 1, 1).stream().findFirst().orElse(null);
  }

  /** Returns the row of a no: the last one once more if nothing changed. */
  StoredDecision no(@Nullable SeatLook seat, WakeInputs inputs, WakeAnswer answer, long today) {
    var before = last;
    boolean same =
        before != null
            && !before.isYes()
            && before.reasons().equals(answer.names())
            && Math.floorDiv(before.firstAt(), WakeRules.DAY_MILLIS) == today
            && InputText.hash(before.inputs()) == inputs.work().stateHash();
    var row = same && before != null ? before.again(inputs.now()) : row(inputs, answer);
    if (seat != null) {
      row =
          row.using(
              before == null
                  ? RestUse.at(seat)
                  : RestUse.after(before.use(), before.lastAt(), seat, same));
    }
    last = row;
    return row;
  }

  /** Returns the row of a yes, which is in flight from now on. */
  StoredDecision yes(WakeInputs inputs, WakeAnswer answer) {
    var row = row(inputs, answer).proven(WakeProof.STORED, inputs.now());
    last = row;
    flown = row;
    return row;
  }

  private StoredDecision row(WakeInputs inputs, WakeAnswer answer) {
    return new StoredDecision(
        seat,
        last == null ? 1 : last.n() + 1,
        inputs.now(),
        inputs.now(),
        1,
        answer.action(),
        answer.names(),
        InputText.of(inputs),
        null,
        null);
  }

  /** Returns the row of the action in flight with a new proof; null if it says nothing new. */
  @Nullable StoredDecision proven(WakeProof proof, long at) {
    var decision = flown;
    if (decision == null) return null;
    var before = decision.proof();
    if (before != null && (before.isSettled() || before == proof)) return null;
    var row = decision.proven(proof, at);
    if (row.proof() == before && row.reached().equals(decision.reached())) return null;
    if (last != null && last.n() == row.n()) last = row;
    flown = row;
    return row;
  }

  /** True if the last decision found something that waits for the seat. */
  boolean waited() {
    return last != null
        && last.because().stream().anyMatch(reason -> reason.kind() == WakeReason.Kind.CAUSE);
  }

  /** True if nothing is known of the action in flight but that it was decided. */
  boolean isOnlyStored() {
    return flown != null && flown.proof() == WakeProof.STORED;
  }

  /** True if the turn of the action in flight is known to have begun. */
  boolean hasBegun() {
    return flown != null && flown.proof() != null && flown.proof().isStarted();
  }

  /** True if the agent is known to have taken the mail that the action in flight is about. */
  boolean isRetrieved() {
    return flown != null && flown.reached().retrieved() > 0;
  }

  /** Notes that no action is in flight any more. */
  void settled() {
    flown = null;
  }
}
