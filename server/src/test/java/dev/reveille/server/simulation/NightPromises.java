package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeReason;
import dev.reveille.server.decision.WakeRules;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.report.NeedsPerson;
import dev.reveille.server.report.StoredNight;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.task.TaskReads;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The promises of a {@link Night}.
 *
 * <p>After every step: no identity has two bodies; each start that no person asked for has a row in
 * the ledger, and the ledger keeps its budgets and shares; at most one action of a seat is in
 * flight; ends without progress are counted as they happened; nothing is started in quiet hours. At
 * the end: who had work and could be woken was offered it, a limit that passed had its wake, and a
 * seat that is lost is in the list of what needs a person.
 */
final class NightPromises {
  /** A pulse and its jitter. */
  private static final Duration LOOK = Duration.ofMinutes(6);

  private static final int RESERVE = 8;

  /** The reasons that some night must have met. */
  static final Set<WakeReason> EXPECTED =
      EnumSet.of(
          WakeReason.HIGH_UNREAD,
          WakeReason.UNREAD,
          WakeReason.TASK_WAITING,
          WakeReason.SESSION_ENDED,
          WakeReason.SESSION_FULL,
          WakeReason.SESSION_CRASHED,
          WakeReason.LIMIT_OVER,
          WakeReason.NOTHING_TO_DO,
          WakeReason.SENDER_SHARE_USED,
          WakeReason.IN_TURN,
          WakeReason.LIMITED,
          WakeReason.LOST,
          WakeReason.SUCCESSOR_SOON,
          WakeReason.CRASH_BACKOFF,
          WakeReason.CRASH_LOOP,
          WakeReason.FRUITLESS_ENDS,
          WakeReason.NUDGED_IN_VAIN,
          WakeReason.QUIET_HOURS,
          WakeReason.GATE_TRIPPED,
          WakeReason.ACTION_IN_FLIGHT,
          WakeReason.TOO_SOON,
          WakeReason.SAME_STATE,
          WakeReason.BUDGET_USED,
          WakeReason.BUDGET_RESERVED);

  private final Night night;
  private final List<String> seats;
  private final long callsAtFirst;

  /**
   * Something that a seat must be offered.
   *
   * @param after the number of the last decision before it
   */
  private record Sent(long at, long after) {}

  private final Map<String, Sent> lastMail = new HashMap<>();
  private final Map<String, Sent> lastTask = new HashMap<>();

  /* What the sessions of each seat did, as this test saw it. */
  private final Map<String, Integer> endsInRow = new HashMap<>();
  private final Map<String, Integer> said = new HashMap<>();
  private final Set<String> worked = new HashSet<>();

  NightPromises(Night night, List<String> seats) {
    this.night = night;
    this.seats = seats;
    callsAtFirst = night.harness().calls().size();
  }

  private List<String> busy() {
    return seats.subList(0, Night.BUSY);
  }

  /* What happens. */

  private Sent sent(String seat) {
    var before = night.decisions(seat);
    return new Sent(night.node.wallMillis(), before.isEmpty() ? 0 : before.getLast().n());
  }

  void mailed(String seat) {
    lastMail.put(seat, sent(seat));
  }

  /** The agent was there, and took its mail. */
  void tookMail(String seat) {
    lastMail.remove(seat);
  }

  void tasked(String seat) {
    lastTask.put(seat, sent(seat));
  }

  void notTasked(String seat) {
    lastTask.remove(seat);
  }

  void spoke(String seat) {
    said.merge(night.session(seat).id(), 1, Integer::sum);
  }

  void worked(String seat) {
    worked.add(night.session(seat).id());
  }

  /** Something happens that may end the session of a seat; then its ends are counted. */
  void ending(String seat, Runnable happens) {
    var before = night.session(seat);
    happens.run();
    var after = night.session(seat);
    if (!before.isOpen() || after.isOpen() || !after.id().equals(before.id())) return;
    boolean fruitful = worked.contains(after.id()) || said.getOrDefault(after.id(), 0) > 1;
    endsInRow.merge(seat, 1, (ends, one) -> fruitful ? one : ends + one);
  }

  /* After every step. */

  void check() {
    assertThat(night.harness().most()).as("bodies of one identity").isLessThanOrEqualTo(1);
    for (var seat : busy()) {
      assertThat(night.progress(seat).endsInRow())
          .as("ends without progress of " + seat)
          .isEqualTo(endsInRow.getOrDefault(seat, 0));
      var wakes = night.wakes(seat);
      checkStarts(seat, wakes);
      night.node.store().reads(WakeReads.class).wake(seat).ifPresent(m -> checkMemory(m, wakes));
    }
    checkUntouched(Night.BUSY);
  }

  /** Seats to which nothing happened cost nothing. */
  void checkUntouched(int from) {
    var calls = night.harness().calls();
    var since = calls.subList((int) callsAtFirst, calls.size());
    var idle = new HashSet<>(seats.subList(from, seats.size()));
    assertThat(since).as("calls without work").noneMatch(call -> idle.contains(call.identity()));
  }

  /** Each session was started by a person, or has a row in the ledger that says why. */
  private void checkStarts(String seat, List<StoredDecision> wakes) {
    var log = night.node.store().reads(SeatReads.class).log(seat, Long.MAX_VALUE, 10_000);
    long begun =
        log.stream()
            .filter(row -> row.event().equals("START_BEGUN") && !row.actor().equals(Night.PERSON))
            .count();
    var starts = wakes.stream().filter(wake -> wake.action() == WakeAction.START).toList();
    assertThat(begun).as("starts of " + seat + " without a row").isLessThanOrEqualTo(starts.size());
    for (var start : starts) {
      assertThat(start.inputs()).containsPattern("state=(ended|full) ").doesNotContain(" quiet=1");
    }
  }

  private int budget(String seat) {
    return seats.indexOf(seat) % 3 == 0 ? Night.SMALL_BUDGET : Night.BUDGET;
  }

  private void checkMemory(StoredWake memory, List<StoredDecision> wakes) {
    int budget = budget(memory.seat());
    assertThat(memory.used()).as("wakes of " + memory.seat()).isLessThanOrEqualTo(budget);
    for (var each : memory.senders().senders()) {
      assertThat(each.wakes()).as("wakes by one sender").isLessThanOrEqualTo(share(budget));
    }
    var flight = memory.flight();
    for (var decision : wakes) {
      if (flight != null && flight.n() == decision.n()) continue;
      assertThat(decision.proof())
          .as("an action that is not the one in flight: " + decision)
          .isNotIn(WakeProof.STORED, WakeProof.OFFERED, WakeProof.UNKNOWN);
    }
  }

  private static int share(int budget) {
    return Math.max(1, budget / 4);
  }

  /* In the morning. */

  void checkMorning() {
    assertThat(night.isGateOpen())
        .as("the gate, after everything worked again: " + night.gate())
        .isTrue();
    for (var seat : seats) {
      for (var decision : night.decisions(seat)) {
        assertThat(decision.because()).as("reasons of " + decision).isNotEmpty();
      }
    }
    lastMail.forEach(this::checkMail);
    lastTask.forEach(this::checkTask);
    for (var seat : busy()) {
      checkLimit(seat);
      checkLost(seat);
    }
  }

  /** Returns the reasons that were found in this night. */
  Set<WakeReason> seen() {
    var seen = EnumSet.noneOf(WakeReason.class);
    for (var seat : busy()) night.decisions(seat).forEach(each -> seen.addAll(each.because()));
    return seen;
  }

  private StoredWake memory(String seat) {
    // A seat that was never woken may have no memory.
    var memory = night.node.store().reads(WakeReads.class).wake(seat);
    return memory
        .orElse(StoredWake.none(seat, 0))
        .on(Math.max(memory.map(StoredWake::day).orElse(0L), today()));
  }

  private long today() {
    return Math.floorDiv(night.node.wallMillis(), WakeRules.DAY_MILLIS);
  }

  private void checkMail(String seat, Sent mail) {
    if (night.node.wallMillis() - mail.at() > night.horizon.toMillis()) return;
    var memory = memory(seat);
    int share = share(budget(seat));
    if (memory.senders().senders().stream().anyMatch(each -> each.wakes() >= share)) return;
    if (memory.used() < budget(seat)) checkOffered(seat, mail);
  }

  private void checkTask(String seat, Sent task) {
    var memory = memory(seat);
    int share = share(budget(seat));
    // A task of an originator whose share is used waits for the next day.
    boolean waits =
        night
            .node
            .store()
            .reads(TaskReads.class)
            .in(TaskState.SUBMITTED, Long.MAX_VALUE, 500)
            .stream()
            .map(placed -> placed.task().facts())
            .filter(facts -> seat.equals(facts.assignee()))
            .anyMatch(facts -> memory.senders().of(facts.originator()) < share);
    if (waits && memory.used() < budget(seat) - RESERVE) checkOffered(seat, task);
  }

  /** The state of the seat is the only excuse; the words of a decision are none. */
  private void checkOffered(String seat, Sent sent) {
    if (!mayBeWoken(seat)) return;
    var wakes = night.wakes(seat);
    assertThat(wakes)
        .as("wakes of " + seat + " after its work, last " + night.decisions(seat).getLast())
        .anyMatch(wake -> wake.n() > sent.after());
  }

  private boolean mayBeWoken(String seat) {
    var now = night.progress(seat);
    // It came into this state since the last pulse.
    if (night.node.wallMillis() - now.since() < LOOK.toMillis()) return false;
    return switch (now.status().state()) {
      // It did nothing after a nudge: a person is told, and nobody talks to it in the meantime.
      case IDLE -> !now.nudged();
      case FULL -> true;
      case ENDED -> night.session(seat).ending() != SessionEnding.CRASHED;
      case NEVER_STARTED, BOOTING, ACTIVE, RATE_LIMITED, LOST, BENCHED, OPTED_OUT -> false;
    };
  }

  /** A seat that is idle since its limit passed was woken for that. */
  private void checkLimit(String seat) {
    if (!mayBeWoken(seat) || memory(seat).used() >= budget(seat) - RESERVE) return;
    var log = night.node.store().reads(SeatReads.class).log(seat, Long.MAX_VALUE, 10_000);
    for (var row : log) {
      if (row.previous() == row.state()) continue;
      if (!row.event().equals("LIMIT_PASSED")) return;
      assertThat(night.wakes(seat))
          .as(seat + " after its limit, last " + night.decisions(seat).getLast())
          .anyMatch(wake -> wake.lastAt() >= row.at());
      return;
    }
  }

  /** A seat is given up only after some tries, and then a person is told. */
  private void checkLost(String seat) {
    if (night.state(seat) != SeatState.LOST) return;
    var log = night.node.store().reads(SeatReads.class).log(seat, Long.MAX_VALUE, 10_000);
    long tries =
        log.stream()
            .takeWhile(row -> !row.event().equals("TURN_STARTED"))
            .filter(row -> row.event().equals("START_BEGUN"))
            .count();
    assertThat(tries).as("starts before " + seat + " was given up").isGreaterThan(1);
    var needs = new StoredNight(night.node.store(), new ManualClock()).needs();
    assertThat(needs).extracting(NeedsPerson::subject).as("what needs a person").contains(seat);
  }
}
