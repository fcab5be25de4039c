package dev.reveille.server.decision;

import dev.reveille.protocol.SeatState;
import java.util.EnumSet;

/*
 * The one place that decides if a seat is woken.
 *
 * It is a pure function: no clock, no store, no state. So each answer can be stored with its inputs, explained months
 * later and repeated against newer code. It has three steps.
 *
 * 1. The action. The seat's state alone says what could be done at all: a session that is there can get a message or
 *    a line; a seat without a session can only be started. IDLE, RATE_LIMITED and LOST never lead to a start. They
 *    all look alike from outside: a long turn, a slow disk and a dead process are silent in the same way, and a
 *    second session of one agent destroys what the first one does. Only an end that somebody declared (SUNSET, FULL),
 *    or a process that was seen to crash, allows a start.
 * 2. The causes. A wake costs a turn, so it needs a named reason. Nothing to do means no wake, however long the
 *    seat was silent. Two states are causes by themselves: a declared end and a full session, because somebody must
 *    go on. A third is a limit that has passed since the last wake. A fourth is a start that failed, in bounds.
 * 3. The obstacles. All of them are collected, not only the first: the person who asks "why not?" wants to know what
 *    else would have stood in the way. One obstacle is enough for a no.
 *
 * Unknown is never zero and never work. An unknown number of unread messages is an obstacle if nothing else is known
 * to wait, and a warning if something is. An unknown limit, sleep, budget or presence is an obstacle. The one
 * exception is the size of the context: if it is unknown the wake goes out with a warning, because else no seat
 * whose harness does not count tokens could ever be woken.
 *
 * The cooldown belongs to a state, not to a time: the same unread messages and the same tasks wake a seat once, then
 * again after a time that doubles. Anything new makes another state, which has only the short gap to wait. So a wake
 * that had no effect is repeated in bounds, and new work is not held back by old work.
 */
/** Decides if a seat is woken, in which way, and for which reasons. */
public final class WakeDecision {
  /** So many crashes in a row need a person. */
  public static final int MOST_CRASHES = 3;

  /** A full session has its successor by then, if the seat could start one. */
  private static final long SUCCESSION_MILLIS = 180_000;

  private final WakeInputs in;
  private final EnumSet<WakeReason> found = EnumSet.noneOf(WakeReason.class);

  private WakeDecision(WakeInputs in) {
    this.in = in;
  }

  /** Returns the answer. The same inputs have the same answer. */
  public static WakeAnswer of(WakeInputs inputs) {
    return new WakeDecision(inputs).answer();
  }

  private WakeAnswer answer() {
    var action = action();
    causes(action);
    work();
    standing();
    budget();
    pace();
    if (action != WakeAction.START && action != WakeAction.NONE) interruption();
    boolean caused = has(WakeReason.Kind.CAUSE);
    if (!caused && !has(WakeReason.Kind.OBSTACLE)) found.add(WakeReason.NOTHING_TO_DO);
    boolean yes = caused && action != WakeAction.NONE && !has(WakeReason.Kind.OBSTACLE);
    return WakeAnswer.of(yes ? action : WakeAction.NONE, found);
  }

  private boolean has(WakeReason.Kind kind) {
    return found.stream().anyMatch(reason -> reason.kind() == kind);
  }

  /** Returns what the state allows, and notes why it allows nothing. */
  private WakeAction action() {
    var seat = in.seat();
    return switch (seat.state()) {
      case NEVER_STARTED -> none(WakeReason.NEVER_STARTED);
      case BOOTING -> none(WakeReason.BOOTING);
      case ACTIVE, IDLE -> inPlace();
      case RATE_LIMITED -> limited();
      case ENDED -> afterEnd();
      case FULL -> start();
      case LOST -> none(WakeReason.LOST);
      case BENCHED -> seat.listed() ? inPlace() : none(WakeReason.BENCHED);
      case OPTED_OUT -> none(WakeReason.OPTED_OUT);
    };
  }

  private WakeAction none(WakeReason obstacle) {
    found.add(obstacle);
    return WakeAction.NONE;
  }

  private WakeAction inPlace() {
    var seat = in.seat();
    if (seat.connected() && !seat.messagedInVain()) return WakeAction.MESSAGE;
    if (seat.webhook()) return WakeAction.WEBHOOK;
    if (seat.reachable()) {
      return seat.nudgedInVain() ? none(WakeReason.NUDGED_IN_VAIN) : WakeAction.NUDGE;
    }
    return none(seat.connected() ? WakeReason.MESSAGED_IN_VAIN : WakeReason.NOT_REACHABLE);
  }

  private WakeAction start() {
    return in.seat().reachable() ? WakeAction.START : none(WakeReason.NOT_REACHABLE);
  }

  private WakeAction limited() {
    var until = in.seat().limitedUntil();
    if (!until.known()) return none(WakeReason.LIMIT_UNKNOWN);
    // Also if its time has passed: the seat itself says so a moment later, and is idle then.
    return none(WakeReason.LIMITED);
  }

  private WakeAction afterEnd() {
    return switch (in.seat().end()) {
      case SUNSET, FULL, CRASHED, EXITED, CALLED_OFF, START_FAILED, NOT_BOOTED -> start();
      case STOPPED ->
          in.trigger() == WakeTrigger.OPERATOR ? start() : none(WakeReason.STOPPED_BY_PERSON);
      case null -> none(WakeReason.END_UNKNOWN);
      case LOST -> none(WakeReason.END_UNKNOWN);
    };
  }

  /** Adds the causes. */
  private void causes(WakeAction action) {
    var work = in.work();
    if (work.high().some()) found.add(WakeReason.HIGH_UNREAD);
    if (work.normal().some() || work.low().some()) found.add(WakeReason.UNREAD);
    if (work.tasks().some()) found.add(WakeReason.TASK_WAITING);
    if (work.expired().some()) found.add(WakeReason.TASK_EXPIRED);
    if (work.elsewhere().some()) found.add(WakeReason.SOURCE_HAS_WORK);
    switch (in.trigger()) {
      case TIMER -> found.add(WakeReason.TIMER_DUE);
      case PERMISSION -> found.add(WakeReason.PERMISSION_ANSWERED);
      case TEAM -> found.add(WakeReason.TEAM_IDLE);
      case OPERATOR -> found.add(WakeReason.ASKED);
      case PULSE, MESSAGE, MENTION, TASK, FULL -> {}
    }
    if (in.seat().limitOver() && action != WakeAction.START) found.add(WakeReason.LIMIT_OVER);
    if (action == WakeAction.START) recovery(has(WakeReason.Kind.CAUSE));
  }

  /** Adds the causes that an end is by itself, or says why this one is none. */
  private void recovery(boolean named) {
    if (in.seat().state() == SeatState.FULL) {
      full(named);
      return;
    }
    switch (in.seat().end()) {
      case SUNSET, FULL -> {
        if (in.seat().fruitlessEnds() < 2) found.add(WakeReason.SESSION_ENDED);
        else if (!named) found.add(WakeReason.FRUITLESS_ENDS);
      }
      case CRASHED -> crashed();
      case CALLED_OFF -> {
        if (in.seat().fruitlessEnds() < MOST_CRASHES) found.add(WakeReason.START_CALLED_OFF);
        else if (!named) found.add(WakeReason.FRUITLESS_ENDS);
      }
      case EXITED -> {
        if (!named) found.add(WakeReason.END_NOT_DECLARED);
      }
      case START_FAILED, NOT_BOOTED -> notStarted();
      case null -> {}
      case STOPPED, LOST -> {}
    }
  }

  /** The seat says when its full session had its time. The wait is for the case that it did not. */
  private void full(boolean named) {
    boolean due = in.trigger() == WakeTrigger.FULL || in.trigger() == WakeTrigger.OPERATOR;
    if (!due && !in.seat().sinceTurn().above(SUCCESSION_MILLIS)) {
      found.add(WakeReason.SUCCESSOR_SOON);
    } else if (in.seat().fruitlessEnds() < 2) {
      found.add(WakeReason.SESSION_FULL);
    } else if (!named) {
      found.add(WakeReason.FRUITLESS_ENDS);
    }
  }

  private void crashed() {
    found.add(WakeReason.SESSION_CRASHED);
    if (in.trigger() == WakeTrigger.OPERATOR) return;
    int crashes = Math.max(in.seat().fruitlessEnds(), in.seat().crashes());
    if (crashes >= MOST_CRASHES) found.add(WakeReason.CRASH_LOOP);
    long wait = in.rules().wait(crashes, true);
    if (!in.seat().sinceTurn().above(wait)) found.add(WakeReason.CRASH_BACKOFF);
  }

  /** The seat itself bounds the tries: after the last one it is LOST. */
  private void notStarted() {
    found.add(WakeReason.START_FAILED);
    if (in.trigger() == WakeTrigger.OPERATOR) return;
    long wait = in.rules().wait(in.seat().failedStarts(), true);
    if (!in.seat().sinceTurn().above(wait)) found.add(WakeReason.START_BACKOFF);
  }

  private void work() {
    var work = in.work();
    if (work.hasUnknown()) {
      found.add(has(WakeReason.Kind.CAUSE) ? WakeReason.PARTLY_UNKNOWN : WakeReason.SENSOR_UNKNOWN);
    }
    if (work.withheld().some() && !has(WakeReason.Kind.CAUSE)) {
      found.add(WakeReason.SENDER_SHARE_USED);
    }
  }

  /** Adds what people and the agent itself want, and the gate. */
  private void standing() {
    switch (in.policy()) {
      case SILENT -> found.add(WakeReason.POLICY_SILENT);
      case NEXT_TURN -> found.add(WakeReason.POLICY_NEXT_TURN);
      case IMMEDIATE -> {}
    }
    var asleep = in.seat().asleepUntil();
    if (!asleep.known()) found.add(WakeReason.SLEEP_UNKNOWN);
    else if (asleep.value() > in.now()) found.add(WakeReason.ASLEEP);
    if (in.seat().quietHours()) found.add(WakeReason.QUIET_HOURS);
    var gate =
        switch (in.restraints().gate()) {
          case OPEN -> null;
          case TRIPPED -> WakeReason.GATE_TRIPPED;
          case CLOSED -> WakeReason.GATE_CLOSED;
          case UNREADABLE -> WakeReason.GATE_UNREADABLE;
        };
    if (gate == null) return;
    boolean passes = in.restraints().override() && in.trigger() == WakeTrigger.OPERATOR;
    found.add(passes ? WakeReason.GATE_OVERRIDDEN : gate);
  }

  private void budget() {
    var used = in.restraints().used();
    int budget = in.restraints().budget();
    if (!used.known()) {
      found.add(WakeReason.BUDGET_UNKNOWN);
    } else if (used.value() >= budget) {
      found.add(WakeReason.BUDGET_USED);
    } else if (used.value() >= budget - in.rules().reserve()
        && !in.work().high().some()
        && in.trigger() != WakeTrigger.OPERATOR) {
      found.add(WakeReason.BUDGET_RESERVED);
    }
  }

  private void pace() {
    var held = in.restraints();
    if (held.inFlight()) found.add(WakeReason.ACTION_IN_FLIGHT);
    // A full session could not wait for the rest of a cooldown. The budget bounds it.
    if (in.trigger() == WakeTrigger.FULL && in.seat().state() == SeatState.FULL) return;
    if (!held.sinceWake().known()) return;
    long since = held.sinceWake().value();
    if (since < in.rules().gap()) found.add(WakeReason.TOO_SOON);
    if (held.wakesOfState() > 0
        && in.trigger() != WakeTrigger.OPERATOR
        && since < in.rules().wait(held.wakesOfState(), held.lastAbandoned())) {
      found.add(WakeReason.SAME_STATE);
    }
  }

  /** Adds what forbids to speak into a session that is there. */
  private void interruption() {
    var seat = in.seat();
    switch (seat.presence()) {
      case UNKNOWN -> found.add(WakeReason.PRESENCE_UNKNOWN);
      case IN_TURN -> found.add(WakeReason.IN_TURN);
      case WAITING_ON_APPROVAL -> found.add(WakeReason.APPROVAL_OPEN);
      case USER_TYPING -> found.add(WakeReason.USER_TYPING);
      case SILENT -> found.add(WakeReason.PRESENCE_GUESSED);
      case WAITING -> {}
    }
    if (!seat.context().known()) found.add(WakeReason.CONTEXT_UNKNOWN);
    else if (seat.context().above(in.rules().contextLimit())) {
      found.add(WakeReason.CONTEXT_TOO_LARGE);
    } else if (seat.context().above(in.rules().contextWarning())) {
      found.add(WakeReason.CONTEXT_LARGE);
    }
  }
}
