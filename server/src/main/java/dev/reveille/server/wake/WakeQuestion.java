package dev.reveille.server.wake;

import dev.reveille.protocol.SeatState;
import dev.reveille.server.decision.HarnessPresence;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAnswer;
import dev.reveille.server.decision.WakeInputs;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.route.RouteLook;
import dev.reveille.server.route.RouteTarget;
import dev.reveille.server.route.WakeRoute;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/*
 * The routes stand between what waits for an agent and the decision. The sensor has asked them about each unread
 * entry; here they are asked about the rest (tasks, sources, timers), and the sum becomes inputs of the decision:
 *
 * - Only what an IMMEDIATE route lets through is counted as work. So a message for a SILENT route cannot make a turn
 *   on the way round over the pulse.
 * - If nothing is left and something is held, the boldest policy of what is held is the policy of the decision. So
 *   the ledger says why nothing was sent.
 * - A seat whose session has ended is brought back for its own sake. That is no event, and no route forbids it.
 */
/** Puts the inputs of one decision together, from what was sensed and what the routes allow. */
final class WakeQuestion {
  private final WakeCommand.Look look;
  private final Sensed sensed;
  private final StoredWake memory;
  private final RouteLook routes;

  private WakeQuestion(WakeCommand.Look look, Sensed sensed, StoredWake memory) {
    this.look = look;
    this.sensed = sensed;
    this.memory = memory;
    routes = sensed.mail().routes();
  }

  /**
   * Returns the inputs.
   *
   * @param sinceWake milliseconds since the last wake
   */
  static WakeInputs of(
      WakeCommand.Look look, Sensed sensed, StoredWake memory, Reading sinceWake, WakeRules rules) {
    return new WakeQuestion(look, sensed, memory).inputs(sinceWake, rules);
  }

  private WakeInputs inputs(Reading sinceWake, WakeRules rules) {
    int budget = budget();
    var work = count().facts();
    return new WakeInputs(
        sensed.at(),
        trigger(),
        policy(work),
        facts(work, sinceWake),
        work,
        new WakeInputs.Restraints(
            sensed.gate().state(),
            look.override(),
            memory.flight() != null,
            sinceWake,
            work.stateHash() == memory.hash() ? memory.wakesOfState() : 0,
            memory.abandoned() > 0 || memory.unheard(),
            Reading.of(memory.used()),
            budget),
        rules);
  }

  private int budget() {
    var seat = sensed.seat();
    return seat == null ? 0 : seat.dailyWakes();
  }

  private WorkCount count() {
    return new WorkCount(allowed(), memory.senders(), budget());
  }

  /**
   * Returns the sender that a wake counts for; null if neither mail nor a task was a cause of it.
   */
  static @Nullable String charged(
      WakeCommand.Look look, Sensed sensed, StoredWake memory, WakeAnswer answer) {
    boolean caused =
        answer.has(WakeReason.HIGH_UNREAD)
            || answer.has(WakeReason.UNREAD)
            || answer.has(WakeReason.TASK_WAITING)
            || answer.has(WakeReason.TASK_EXPIRED);
    return caused ? new WakeQuestion(look, sensed, memory).count().cause(memory.seat()) : null;
  }

  /** Returns what was sensed without the tasks and sources that no route lets through. */
  private Sensed allowed() {
    boolean elsewhere = routes.mayWake(WakeTrigger.PULSE);
    return new Sensed(
        sensed.at(),
        sensed.seat(),
        sensed.connected(),
        sensed.asleepUntil(),
        sensed.mail(),
        tasks(),
        elsewhere ? sensed.elsewhere() : List.of(),
        sensed.gate(),
        sensed.failed());
  }

  /** Returns the tasks that a route lets through. */
  private TaskLook tasks() {
    if (!routes.mayWake(WakeTrigger.TASK)) return TaskLook.NONE;
    return sensed
        .tasks()
        .only(
            routes.routes().stream()
                .filter(route -> route.trigger() == WakeTrigger.TASK)
                .filter(route -> route.policy() == WakePolicy.IMMEDIATE)
                .map(WakeQuestion::lets)
                .reduce(_ -> false, Predicate::or));
  }

  private static Predicate<TaskLook.Item> lets(WakeRoute route) {
    var test = route.test();
    return task -> test.test(task.priority(), task.from());
  }

  /** Returns the trigger as the decision sees it. A timer that is due stays due until a wake. */
  private WakeTrigger trigger() {
    return switch (look.trigger()) {
      case OPERATOR, TEAM, FULL -> look.trigger();
      case PERMISSION ->
          routes.mayWake(WakeTrigger.PERMISSION) ? WakeTrigger.PERMISSION : WakeTrigger.PULSE;
      case PULSE, MESSAGE, MENTION, TASK, TIMER -> {
        if (isTimerDue()) yield WakeTrigger.TIMER;
        yield look.trigger() == WakeTrigger.TIMER ? WakeTrigger.PULSE : look.trigger();
      }
    };
  }

  /** True if a timer of the agent fired and is unread, or if its own sleep is over. */
  private boolean isTimerDue() {
    boolean slept = memory.asleepUntil() != 0 && memory.asleepUntil() <= sensed.at();
    return routes.timers() > 0 || (slept && routes.mayWake(WakeTrigger.TIMER));
  }

  private boolean isCaused(WakeInputs.WorkFacts work) {
    return switch (trigger()) {
      case OPERATOR, TEAM, PERMISSION, TIMER -> true;
      case PULSE, MESSAGE, MENTION, TASK, FULL -> work.hasSome();
    };
  }

  private WakePolicy policy(WakeInputs.WorkFacts work) {
    if (look.policy() != WakePolicy.IMMEDIATE || isCaused(work)) return look.policy();
    boolean inPlace = isInPlace();
    if (inPlace && routes.held() > 0) return routes.heldBy();
    return WakePolicy.IMMEDIATE;
  }

  private boolean isInPlace() {
    var seat = sensed.seat();
    if (seat == null) return false;
    return switch (seat.state()) {
      case ACTIVE, IDLE, BENCHED -> true;
      case NEVER_STARTED, BOOTING, RATE_LIMITED, ENDED, FULL, LOST, OPTED_OUT -> false;
    };
  }

  /* Ways. */

  /** Returns the targets through which a wake may be sent; all if no event waits. */
  private Set<RouteTarget> ways(WakeInputs.WorkFacts work) {
    var all = EnumSet.allOf(RouteTarget.class);
    boolean event = isCaused(work) && isInPlace();
    if (!event || look.trigger() == WakeTrigger.OPERATOR || look.trigger() == WakeTrigger.TEAM) {
      all.remove(RouteTarget.WEBHOOK);
      return all;
    }
    var ways = EnumSet.noneOf(RouteTarget.class);
    for (var route : routes.routes()) if (counts(route, work)) ways.add(route.target());
    return ways;
  }

  /** True if the route lets something through that waits, and can be used. */
  private boolean counts(WakeRoute route, WakeInputs.WorkFacts work) {
    if (route.degraded() != null || route.policy() != WakePolicy.IMMEDIATE) return false;
    return switch (route.trigger()) {
      case MESSAGE, MENTION -> routes.matched().contains(route.n());
      case TASK -> routes.matched().contains(route.n()) || sensed.tasks().has(lets(route));
      case TIMER -> isTimerDue();
      case PERMISSION -> trigger() == WakeTrigger.PERMISSION;
      case PULSE -> work.elsewhere().some();
      case TEAM, OPERATOR, FULL -> false;
    };
  }

  /**
   * Returns the number of the webhook to call: the newest that lets something through; 0 if there
   * is none.
   */
  static long webhook(WakeCommand.Look look, Sensed sensed, StoredWake memory, WakeInputs inputs) {
    var question = new WakeQuestion(look, sensed, memory);
    return question.routes.routes().stream()
        .filter(route -> route.target() == RouteTarget.WEBHOOK)
        .filter(route -> question.counts(route, inputs.work()))
        .mapToLong(WakeRoute::n)
        .max()
        .orElse(0);
  }

  private WakeInputs.SeatFacts facts(WakeInputs.WorkFacts work, Reading sinceWake) {
    var ways = ways(work);
    boolean session = ways.contains(RouteTarget.SEAT) || ways.contains(RouteTarget.SESSION);
    boolean harness = ways.contains(RouteTarget.SEAT) || ways.contains(RouteTarget.HARNESS);
    boolean connected = sensed.connected() && session;
    var seat = sensed.seat();
    if (seat == null) {
      return new WakeInputs.SeatFacts(
          SeatState.LOST,
          false,
          null,
          0,
          0,
          0,
          connected,
          false,
          false,
          false,
          false,
          HarnessPresence.UNKNOWN,
          Reading.UNKNOWN,
          Reading.UNKNOWN,
          Reading.UNKNOWN,
          false,
          asleep(),
          false);
    }
    boolean present = seat.state() == SeatState.IDLE || seat.state() == SeatState.ACTIVE;
    return new WakeInputs.SeatFacts(
        seat.state(),
        false,
        seat.end(),
        seat.fruitlessEnds(),
        seat.crashes(),
        seat.failedStarts(),
        connected,
        present ? seat.canNudge() && harness : seat.canStart(),
        seat.nudgedInVain(),
        memory.unheard(),
        ways.contains(RouteTarget.WEBHOOK),
        seat.presence(),
        sinceTurn(seat, sinceWake),
        seat.context(),
        seat.limitedUntil(),
        seat.limitOver(),
        asleep(),
        seat.quiet());
  }

  /**
   * Returns how long ago the last turn was. If it is in the future, the wall clock was set back
   * since. Then the age of the last wake stands for it, because that was set back too: else the
   * seat would wait until the clock has caught up.
   */
  private Reading sinceTurn(SeatLook seat, Reading sinceWake) {
    if (!seat.lastTurnAt().known()) return Reading.UNKNOWN;
    long since = sensed.at() - seat.lastTurnAt().value();
    if (since >= 0) return Reading.of(since);
    return sinceWake.known() ? sinceWake : Reading.of(0);
  }

  /** Returns the later end of two sleeps: that of the session, and the one that is stored. */
  private Reading asleep() {
    var now = sensed.asleepUntil();
    return now.known() ? Reading.of(Math.max(now.value(), memory.asleepUntil())) : now;
  }
}
