package dev.reveille.server.report;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.seat.StoredSeat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says where a seat stands in a list of problems, and why.
 *
 * @param why a word; null if nothing is wrong
 */
record SeatNeed(Group group, @Nullable String why) {
  /** The parts of the list, in order. */
  enum Group {
    /** It does not go on until a person acts. */
    PERSON,
    /** It waits for a time, or for its own start. */
    GOES_ON,
    WORKING,
    AT_REST,
    OUT;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Returns the place by the state alone, as for a moment of the past. */
  static SeatNeed of(SeatState state) {
    return switch (state) {
      case LOST -> new SeatNeed(Group.PERSON, "lost");
      case BOOTING, RATE_LIMITED, FULL -> new SeatNeed(Group.GOES_ON, null);
      case ACTIVE -> new SeatNeed(Group.WORKING, null);
      case IDLE -> new SeatNeed(Group.AT_REST, null);
      case ENDED, BENCHED, OPTED_OUT, NEVER_STARTED -> new SeatNeed(Group.OUT, null);
    };
  }

  /**
   * Returns the place of a seat now.
   *
   * @param waits true if a task of it waits for an answer of a person or of its originator
   */
  static SeatNeed of(StoredSeat seat, @Nullable StoredDecision last, boolean waits) {
    var state = seat.progress().status().state();
    var byState = of(state);
    if (byState.why() != null || state == SeatState.BENCHED || state == SeatState.OPTED_OUT) {
      return byState;
    }
    if (waits) return new SeatNeed(Group.PERSON, "waiting");
    if (last == null || byState.group() == Group.WORKING) return byState;
    if (last.proof() == WakeProof.ABANDONED) return new SeatNeed(Group.PERSON, "stuck");
    if (last.isYes()) return byState;
    boolean wanted = last.because().stream().anyMatch(r -> r.kind() == WakeReason.Kind.CAUSE);
    for (var reason : last.because()) {
      var why = wanted ? stop(reason) : null;
      if (why != null) return new SeatNeed(Group.PERSON, why);
    }
    return byState;
  }

  /** Returns the word for a reason that only a person can end; null if it ends otherwise. */
  private static @Nullable String stop(WakeReason reason) {
    if (reason == WakeReason.BUDGET_USED) return "budget";
    if (reason == WakeReason.CRASH_LOOP || reason == WakeReason.FRUITLESS_ENDS) return "crashes";
    if (reason == WakeReason.APPROVAL_OPEN) return "waiting";
    return reason == WakeReason.GATE_TRIPPED
            || reason == WakeReason.GATE_CLOSED
            || reason == WakeReason.GATE_UNREADABLE
        ? "gate"
        : null;
  }
}
