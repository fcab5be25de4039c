package dev.reveille.server.seat;

import static dev.reveille.protocol.SeatState.ACTIVE;
import static dev.reveille.protocol.SeatState.BENCHED;
import static dev.reveille.protocol.SeatState.BOOTING;
import static dev.reveille.protocol.SeatState.ENDED;
import static dev.reveille.protocol.SeatState.FULL;
import static dev.reveille.protocol.SeatState.IDLE;
import static dev.reveille.protocol.SeatState.LOST;
import static dev.reveille.protocol.SeatState.NEVER_STARTED;
import static dev.reveille.protocol.SeatState.OPTED_OUT;
import static dev.reveille.protocol.SeatState.RATE_LIMITED;
import static dev.reveille.server.seat.SeatEvent.CRASHED;
import static dev.reveille.server.seat.SeatEvent.EXITED;
import static dev.reveille.server.seat.SeatEvent.FULL_DECLARED;
import static dev.reveille.server.seat.SeatEvent.LIMITED;
import static dev.reveille.server.seat.SeatEvent.LIMIT_PASSED;
import static dev.reveille.server.seat.SeatEvent.NOT_STARTED;
import static dev.reveille.server.seat.SeatEvent.SEEN;
import static dev.reveille.server.seat.SeatEvent.START_BEGUN;
import static dev.reveille.server.seat.SeatEvent.START_CALLED_OFF;
import static dev.reveille.server.seat.SeatEvent.START_FAILED;
import static dev.reveille.server.seat.SeatEvent.STOPPED;
import static dev.reveille.server.seat.SeatEvent.SUNSET;
import static dev.reveille.server.seat.SeatEvent.TURN_PROCESS_EXITED;
import static dev.reveille.server.seat.SeatEvent.TURN_STARTED;
import static dev.reveille.server.seat.SeatEvent.UNSEEN;
import static dev.reveille.server.seat.SeatEvent.WENT_SILENT;

import dev.reveille.protocol.SeatState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/*
 * The one table of seats.
 *
 * A spawn is only possible from NEVER_STARTED, ENDED, FULL and LOST. In ENDED and FULL there is an explicit end, in
 * LOST a session that cannot be seen; its start begins with "terminate, verify gone", as every start does. Silence
 * alone leads to IDLE, and from IDLE nothing can be started: a long turn, a slow harness or a rate limit look just
 * like it.
 *
 * A start that fails leads to LOST if it is not known what the harness did. If it is known that nothing was started,
 * or that what was started is gone, the seat is ENDED and may be tried again, in bounds; then it is LOST and a person
 * is told. A start that was not tried, because the gate is closed or too much is being done, is called off: the seat
 * is ENDED and the start is made up for. What the next start continues from stands in the sessions, not in the state.
 *
 * BENCHED and OPTED_OUT lie over the state of the session (SeatStatus). They have no rows here, only actions: the
 * events of the session go on beneath.
 */
/** Says what each event makes of each state, and what may be done in each state. */
public final class SeatTransitions {
  private record Row(SeatState from, SeatEvent event, SeatState to) {}

  private static final Map<SeatState, Set<SeatAction>> ACTIONS =
      new EnumMap<>(
          Map.of(
              NEVER_STARTED, Set.of(SeatAction.START),
              BOOTING, Set.of(SeatAction.TERMINATE),
              ACTIVE, Set.of(SeatAction.NUDGE, SeatAction.TERMINATE),
              IDLE, Set.of(SeatAction.NUDGE, SeatAction.TERMINATE),
              ENDED, Set.of(SeatAction.START, SeatAction.RESUME),
              FULL, Set.of(SeatAction.START),
              RATE_LIMITED, Set.of(SeatAction.TERMINATE),
              LOST, Set.of(SeatAction.START, SeatAction.TERMINATE),
              BENCHED, Set.of(SeatAction.TERMINATE),
              OPTED_OUT, Set.of(SeatAction.NUDGE, SeatAction.TERMINATE)));

  private static final Map<SeatState, Map<SeatEvent, SeatState>> TABLE = table();

  private SeatTransitions() {}

  private static Map<SeatState, Map<SeatEvent, SeatState>> table() {
    var rows = new ArrayList<Row>();
    for (var from : List.of(NEVER_STARTED, ENDED, FULL, LOST)) {
      add(rows, from, START_BEGUN, BOOTING);
    }
    add(rows, BOOTING, START_FAILED, LOST);
    add(rows, BOOTING, NOT_STARTED, ENDED);
    add(rows, BOOTING, START_CALLED_OFF, ENDED);
    for (var from : List.of(BOOTING, ACTIVE, IDLE, RATE_LIMITED)) {
      add(rows, from, TURN_STARTED, ACTIVE);
      add(rows, from, EXITED, ENDED);
      add(rows, from, CRASHED, ENDED);
      add(rows, from, SUNSET, ENDED);
      add(rows, from, STOPPED, ENDED);
      add(rows, from, FULL_DECLARED, FULL);
      add(rows, from, LIMITED, RATE_LIMITED);
      add(rows, from, UNSEEN, LOST);
      add(rows, from, TURN_PROCESS_EXITED, from == RATE_LIMITED ? RATE_LIMITED : IDLE);
    }
    add(rows, ACTIVE, WENT_SILENT, IDLE);
    add(rows, RATE_LIMITED, LIMIT_PASSED, IDLE);
    // A session that was lost can come back, and it can be found to have ended.
    add(rows, LOST, TURN_STARTED, ACTIVE);
    add(rows, LOST, SEEN, IDLE);
    add(rows, LOST, EXITED, ENDED);
    add(rows, LOST, CRASHED, ENDED);
    add(rows, LOST, SUNSET, ENDED);
    add(rows, LOST, STOPPED, ENDED);
    add(rows, LOST, FULL_DECLARED, FULL);
    add(rows, LOST, LIMITED, RATE_LIMITED);
    // People give up on it.
    add(rows, FULL, STOPPED, ENDED);
    return byState(rows);
  }

  private static void add(List<Row> rows, SeatState from, SeatEvent event, SeatState to) {
    rows.add(new Row(from, event, to));
  }

  private static Map<SeatState, Map<SeatEvent, SeatState>> byState(List<Row> rows) {
    var all = new EnumMap<SeatState, Map<SeatEvent, SeatState>>(SeatState.class);
    for (var row : rows) {
      var before =
          all.computeIfAbsent(row.from(), _ -> new EnumMap<>(SeatEvent.class))
              .put(row.event(), row.to());
      if (before != null) throw new IllegalStateException("two rows: " + row);
    }
    return all;
  }

  /** Returns the state after an event; empty if the event means nothing in this state. */
  static Optional<SeatState> after(SeatState from, SeatEvent event) {
    return Optional.ofNullable(TABLE.getOrDefault(from, Map.of()).get(event));
  }

  /** Returns what may be done in a state. */
  static Set<SeatAction> allowed(SeatState state) {
    return ACTIONS.getOrDefault(state, Set.of());
  }
}
