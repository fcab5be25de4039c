package dev.reveille.server.report;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeReason;
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
   * @param need what the list of needs says about it; null if it says nothing
   * @param waits true if a task of it waits for an answer of a person or of its originator
   */
  static SeatNeed of(
      SeatState state, @Nullable NeedsPerson need, @Nullable StoredDecision last, boolean waits) {
    var byState = of(state);
    if (state == SeatState.BENCHED || state == SeatState.OPTED_OUT) return byState;
    if (need != null) return new SeatNeed(Group.PERSON, word(need));
    if (waits) return new SeatNeed(Group.PERSON, "waiting");
    if (last == null || last.isYes() || byState.group() == Group.WORKING) return byState;
    return SeatTrouble.isByGate(last) ? new SeatNeed(Group.PERSON, "gate") : byState;
  }

  private static String word(NeedsPerson need) {
    return switch (need.kind()) {
      case LOST_SEAT -> "lost";
      case CRASH_LOOP -> "crashes";
      case NO_ANSWER -> "stuck";
      case PERMISSION, QUESTION -> "waiting";
      case GATE_TRIPPED, GATE_CLOSED -> "gate";
      case UNDELIVERED_MAIL -> "mail";
      case HELD -> held(need.held());
    };
  }

  private static String held(@Nullable WakeReason reason) {
    if (reason == null) return "full";
    if (reason == WakeReason.BUDGET_USED) return "budget";
    if (reason == WakeReason.FRUITLESS_ENDS || reason == WakeReason.CRASH_LOOP) return "crashes";
    if (reason == WakeReason.APPROVAL_OPEN) return "waiting";
    if (reason == WakeReason.CONTEXT_TOO_LARGE) return "context";
    return reason == WakeReason.NOT_REACHABLE ? "unreachable" : "held";
  }
}
