package dev.reveille.server.report;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.WakeDecision;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.SeatProgress;
import dev.reveille.server.seat.StoredSeat;
import dev.reveille.server.store.Store;
import dev.reveille.server.wake.StoredSeats;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/*
 * The list of what needs a person and the pages of seats ask here. So they cannot disagree.
 *
 * A seat is held if something waits for it and an obstacle stands in the way that no time ends. It counts only after
 * half an hour: many obstacles pass. A closed gate is no trouble of a seat; it is one need for all of them.
 */
/** Finds what one seat needs of a person. */
final class SeatTrouble {
  /** An obstacle that is younger may still pass by itself. */
  static final long PATIENCE_MILLIS = 1_800_000;

  private static final int MOST_ROWS = 200;

  private static final Set<WakeReason> LASTING =
      EnumSet.of(
          WakeReason.CONTEXT_TOO_LARGE,
          WakeReason.NOT_REACHABLE,
          WakeReason.NEVER_STARTED,
          WakeReason.END_UNKNOWN,
          WakeReason.FRUITLESS_ENDS,
          WakeReason.CRASH_LOOP,
          WakeReason.APPROVAL_OPEN,
          WakeReason.LIMIT_UNKNOWN,
          WakeReason.SLEEP_UNKNOWN,
          WakeReason.BUDGET_UNKNOWN,
          WakeReason.PRESENCE_UNKNOWN,
          WakeReason.NUDGED_IN_VAIN,
          WakeReason.MESSAGED_IN_VAIN);

  private static final Set<WakeReason> GATE =
      EnumSet.of(WakeReason.GATE_TRIPPED, WakeReason.GATE_CLOSED, WakeReason.GATE_UNREADABLE);

  private final Store store;

  SeatTrouble(Store store) {
    this.store = store;
  }

  /**
   * Returns what a seat needs; empty if it goes on by itself.
   *
   * @param last the newest decision about it
   * @param now the wall time
   */
  Optional<NeedsPerson> of(StoredSeat seat, @Nullable StoredDecision last, long now) {
    var state = seat.progress().status().state();
    return switch (state) {
      case BENCHED, OPTED_OUT -> Optional.empty();
      case LOST -> Optional.of(lost(seat));
      case NEVER_STARTED, BOOTING, ACTIVE, IDLE, ENDED, FULL, RATE_LIMITED ->
          crashLoop(seat)
              .or(() -> noAnswer(seat, last))
              .or(() -> held(seat, last, now))
              .or(() -> noSuccessor(seat, last, now));
    };
  }

  private static NeedsPerson need(NeedsPerson.Kind kind, StoredSeat seat, long since, String what) {
    return new NeedsPerson(kind, seat.seat().identity(), since, what)
        .with(NeedAction.RESUME, NeedAction.BENCH, NeedAction.LATER);
  }

  private static NeedsPerson lost(StoredSeat seat) {
    return need(
        NeedsPerson.Kind.LOST_SEAT,
        seat,
        seat.progress().since(),
        "The seat of " + seat.seat().identity() + " is lost: its harness cannot be seen");
  }

  private Optional<NeedsPerson> crashLoop(StoredSeat seat) {
    var progress = seat.progress();
    if (progress.status().state() != SeatState.ENDED
        || crashes(progress) < WakeDecision.MOST_CRASHES
        || !hasCrashed(progress.session())) {
      return Optional.empty();
    }
    return Optional.of(
        need(
            NeedsPerson.Kind.CRASH_LOOP,
            seat,
            progress.since(),
            "The seat of "
                + seat.seat().identity()
                + " crashed "
                + crashes(progress)
                + " times in a row and is not started any more"));
  }

  private static int crashes(SeatProgress progress) {
    return Math.max(progress.endsInRow(), progress.track().crashes());
  }

  private boolean hasCrashed(@Nullable String session) {
    return session != null
        && store
            .reads(MemoryReads.class)
            .session(session)
            .filter(found -> found.ending() == SessionEnding.CRASHED)
            .isPresent();
  }

  private Optional<NeedsPerson> noAnswer(StoredSeat seat, @Nullable StoredDecision last) {
    var id = seat.seat().identity();
    if (seat.progress().status().state() == SeatState.ACTIVE) return Optional.empty();
    if (last != null && last.proof() == WakeProof.ABANDONED) {
      var what = "The seat of " + id + " was woken, and nothing was heard of it";
      return Optional.of(inPlace(NeedsPerson.Kind.NO_ANSWER, id, last.firstAt(), what));
    }
    if (!StoredSeats.isNudgedInVain(seat)) return Optional.empty();
    return store
        .reads(WakeReads.class)
        .wake(id)
        .filter(wake -> wake.flight() == null)
        .map(
            wake ->
                inPlace(
                    NeedsPerson.Kind.NO_ANSWER,
                    id,
                    wake.wakeAt(),
                    "The seat of " + id + " was nudged and did nothing since"));
  }

  /** A session is there, so it cannot be started: a person looks at it. */
  private static NeedsPerson inPlace(NeedsPerson.Kind kind, String id, long since, String what) {
    return new NeedsPerson(kind, id, since, what)
        .with(NeedAction.WAKE, NeedAction.SEAT, NeedAction.LATER);
  }

  private Optional<NeedsPerson> held(StoredSeat seat, @Nullable StoredDecision last, long now) {
    var state = seat.progress().status().state();
    var reason = last == null ? null : lasting(last, state);
    if (last == null || reason == null) return Optional.empty();
    long since = since(last, reason, state);
    if (now - since < PATIENCE_MILLIS) return Optional.empty();
    var id = seat.seat().identity();
    var wanted = words(last, WakeReason.Kind.CAUSE);
    var what =
        "The seat of "
            + id
            + " is held"
            + (wanted.isEmpty() ? ": " : ": " + wanted + ", but ")
            + reason.words();
    boolean canStart =
        switch (state) {
          case NEVER_STARTED, ENDED, FULL, LOST -> reason != WakeReason.NOT_REACHABLE;
          case BOOTING, ACTIVE, IDLE, RATE_LIMITED, BENCHED, OPTED_OUT -> false;
        };
    return Optional.of(
        new NeedsPerson(
            NeedsPerson.Kind.HELD,
            id,
            since,
            what,
            reason,
            List.of(
                canStart ? NeedAction.RESUME : NeedAction.SEAT,
                NeedAction.BENCH,
                NeedAction.LATER)));
  }

  /** A full seat goes on by itself. If it did not, somebody must look, also without a decision. */
  private static Optional<NeedsPerson> noSuccessor(
      StoredSeat seat, @Nullable StoredDecision last, long now) {
    var progress = seat.progress();
    if (progress.status().state() != SeatState.FULL
        || now - progress.since() < PATIENCE_MILLIS
        || (last != null && isByGate(last))) {
      return Optional.empty();
    }
    return Optional.of(
        need(
            NeedsPerson.Kind.HELD,
            seat,
            progress.since(),
            "The seat of " + seat.seat().identity() + " is full and got no successor"));
  }

  private static String words(StoredDecision decision, WakeReason.Kind kind) {
    return decision.because().stream()
        .filter(reason -> reason.kind() == kind)
        .map(WakeReason::words)
        .collect(Collectors.joining("; "));
  }

  /** True if something waited for the seat, and the gate stood in the way. */
  static boolean isByGate(StoredDecision decision) {
    return isWanted(decision, SeatState.IDLE)
        && decision.because().stream().anyMatch(GATE::contains);
  }

  private static boolean isWanted(StoredDecision decision, SeatState state) {
    return state == SeatState.FULL
        || decision.because().stream().anyMatch(each -> each.kind() == WakeReason.Kind.CAUSE);
  }

  /** Returns the obstacle that holds the seat and does not end by itself; null if there is none. */
  private static @Nullable WakeReason lasting(StoredDecision decision, SeatState state) {
    if (decision.isYes()) return null;
    var because = decision.because();
    // These sessions gave up on what they wanted to go on with. Nothing else needs to wait.
    if (because.contains(WakeReason.FRUITLESS_ENDS)) return WakeReason.FRUITLESS_ENDS;
    if (!isWanted(decision, state)) return null;
    if (because.contains(WakeReason.BUDGET_USED) && because.contains(WakeReason.HIGH_UNREAD)) {
      return WakeReason.BUDGET_USED;
    }
    return because.stream().filter(LASTING::contains).findFirst().orElse(null);
  }

  /** Returns since when the rows of the ledger have this obstacle without a break. */
  private long since(StoredDecision last, WakeReason reason, SeatState state) {
    long since = last.firstAt();
    var rows =
        store
            .reads(WakeReads.class)
            .after(last.seat(), Math.max(0, last.n() - 1 - MOST_ROWS), MOST_ROWS);
    for (var row : rows.reversed()) {
      if (row.n() >= last.n()) continue;
      if (lasting(row, state) != reason) break;
      since = row.firstAt();
    }
    return since;
  }
}
