package dev.reveille.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.SaveGate;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeAction;
import dev.reveille.server.decision.WakeProof;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.seat.HarnessFinding;
import dev.reveille.server.seat.HarnessOutcome;
import dev.reveille.server.seat.ModelUse;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.task.TaskReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One night of fifty seats on the scripted harness.
 *
 * <p>After every step: no identity has two bodies; a start came only from a state that allows one;
 * at most one action of a seat is in flight; no budget is exceeded; a seat without work was not
 * touched. At the end: whoever had high-priority mail and could be woken was offered it.
 */
final class Night extends WakeFixture {
  private static final int SEATS = 50;
  private static final int STEPS = 60;

  /** The wakes of a day that each seat has, and those that are kept for mail of high priority. */
  private static final int BUDGET = 20;

  private static final int RESERVE = 8;

  /** The keys of the seats are the same in all nights: making one costs more than a night. */
  private static final List<Identity> KEYS = keys();

  private final Random random;
  private final List<String> seats = new ArrayList<>();

  /**
   * The newest high-priority mail of a seat.
   *
   * @param after the number of the last decision before it
   */
  private record Sent(long at, long after) {}

  private final Map<String, Sent> lastMail = new HashMap<>();

  /** A pulse and its jitter. */
  private static final Duration LOOK = Duration.ofMinutes(6);

  private final Map<String, Sent> lastTask = new HashMap<>();
  private SimulatedAgent sender;
  private long touched;

  /** Mail may wake for so long. Half of the nights have the usual hour. */
  private final Duration horizon;

  Night(Random random) {
    this(random, random.nextBoolean() ? Duration.ofHours(1) : Duration.ofHours(24));
  }

  private Night(Random random, Duration horizon) {
    super(SimulatedNode.with(random, "wake.horizon-minutes = " + horizon.toMinutes()));
    this.random = random;
    this.horizon = horizon;
    sender = node.connect("cy").identify(KEYS.getLast());
    node.run();
    for (int i = 0; i < SEATS; i++) {
      var id = "@" + KEYS.get(i).publicKey().agentId();
      seats.add(id);
      known(KEYS.get(i), "seat" + i);
      node.tell(SeatCell.at(id), new SeatCommand.Define(seat(id)));
    }
    node.run();
    for (var seat : seats) {
      node.tell(
          SeatCell.at(seat),
          new SeatCommand.Act(
              SeatAction.START, StartReason.FIRST, "", "n", "night", "the night begins", false));
    }
    work();
    for (var seat : seats) find(seat, SeatEvent.WENT_SILENT);
    minute();
  }

  private static boolean isShareUsed(StoredWake memory) {
    return memory.senders().senders().stream().anyMatch(each -> each.wakes() >= BUDGET / 4);
  }

  private static List<Identity> keys() {
    var keys = new ArrayList<Identity>();
    for (int i = 0; i <= SEATS; i++) keys.add(SeededIdentity.of(100 + i));
    return keys;
  }

  void live() {
    emptyHour();
    for (int step = 0; step < STEPS; step++) {
      happen();
      check();
    }
    recover();
  }

  /** Nothing is there to do, so nothing is touched. */
  private void emptyHour() {
    touched = harness().calls().size();
    for (int i = 0; i < 12; i++) {
      minute();
      assertThat(harness().calls().size()).as("calls while empty").isEqualTo((int) touched);
    }
  }

  private void happen() {
    var seat = seats.get(random.nextInt(SEATS));
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> {
        if (random.nextBoolean()) sendHigh(seat);
        else mail(sender, seat, "work for you", Priority.NORMAL);
      }
      case 11 -> task(seat);
      case 12 -> doTask();
      case 3 -> exit(seat, SeatEvent.CRASHED);
      case 4 -> find(seat, random.nextBoolean() ? SeatEvent.SUNSET : SeatEvent.FULL_DECLARED);
      case 5 -> limit(seat);
      case 6 -> find(seat, SeatEvent.WENT_SILENT);
      case 7 -> {
        node = node.kill();
        sender = node.connect("cy").identify(KEYS.getLast());
        work();
      }
      case 8 -> node.jumpWall(Duration.ofMinutes(random.nextInt(600) - 300));
      case 9 ->
          harness()
              .plan(
                  random.nextBoolean() ? "nudge" : "start",
                  seat,
                  random.nextBoolean()
                      ? HarnessOutcome.failed("on purpose")
                      : HarnessOutcome.unknown("on purpose"));
      case 10 ->
          harness()
              .follow(
                  random.nextBoolean()
                      ? ScriptedHarness.Script.ANSWERS
                      : ScriptedHarness.Script.SILENT);
      default -> minutes(1 + random.nextInt(8));
    }
    minute();
  }

  private void sendHigh(String seat) {
    var before = decisions(seat);
    mail(sender, seat, "work for you", Priority.HIGH);
    long after = before.isEmpty() ? 0 : before.getLast().n();
    lastMail.put(seat, new Sent(node.wallMillis(), after));
  }

  /** Somebody asks a seat for something that obliges it. */
  private void task(String seat) {
    var before = decisions(seat);
    long known = node.store().reads(TaskReads.class).open();
    sender.send(new TaskMessages.Create(TaskDraft.of(seat, "a task"), null));
    node.run();
    if (node.store().reads(TaskReads.class).open() == known) return;
    long after = before.isEmpty() ? 0 : before.getLast().n();
    lastTask.put(seat, new Sent(node.wallMillis(), after));
  }

  /** Somebody takes back a task, so that nothing obliges any more. */
  private void doTask() {
    var open = node.store().reads(TaskReads.class).in(TaskState.SUBMITTED, Long.MAX_VALUE, 100);
    if (open.isEmpty()) return;
    var task = open.get(random.nextInt(open.size())).task();
    sender.send(TaskMessages.Move.of(TaskMove.CANCEL, task.id()));
    node.run();
  }

  private void limit(String seat) {
    harness()
        .report(
            List.of(
                new HarnessFinding(
                    seat,
                    session(seat).id(),
                    SeatEvent.LIMITED,
                    "limited",
                    node.wallMillis() + random.nextInt(3_600_000),
                    null,
                    ModelUse.UNKNOWN)));
    node.run();
  }

  private void check() {
    assertThat(harness().most()).as("bodies of one identity").isLessThanOrEqualTo(1);
    for (var seat : seats) {
      var memory = node.store().reads(WakeReads.class).wake(seat).orElse(null);
      if (memory != null) checkMemory(memory);
    }
  }

  private void checkMemory(StoredWake memory) {
    assertThat(memory.used()).as("wakes of " + memory.seat()).isLessThanOrEqualTo(20);
    for (var each : memory.senders().senders()) {
      assertThat(each.wakes()).as("wakes by one sender").isLessThanOrEqualTo(5);
    }
    var flight = memory.flight();
    for (var decision : wakes(memory.seat())) {
      if (flight != null && flight.n() == decision.n()) continue;
      assertThat(decision.proof())
          .as("an action that is not the one in flight: " + decision)
          .isNotIn(WakeProof.STORED, WakeProof.OFFERED, WakeProof.UNKNOWN);
    }
  }

  /**
   * A person opens the gate and the harness works again. Then whoever has unread mail of high
   * priority that is not too old, is idle, and has wakes left, is offered it within an hour.
   */
  private void recover() {
    harness().follow(ScriptedHarness.Script.ANSWERS);
    // What was in flight while the harness was silent may trip the gate again. So does a seat that
    // was nudged in vain: it takes no second nudge until something is heard of it.
    for (int i = 0; i < 4; i++) {
      openGate();
      minutes(20);
    }
    sender = node.connect("cy").identify(KEYS.getLast());
    node.run();
    for (int i = 0; i < 5; i++) sendHigh(seats.get(random.nextInt(SEATS)));
    minutes(40);
    for (var seat : seats) {
      for (var decision : decisions(seat)) {
        assertThat(decision.because()).as("reasons of " + decision).isNotEmpty();
        if (decision.action() == WakeAction.START) {
          assertThat(decision.inputs()).containsPattern("state=(ended|full) ");
        }
      }
    }
    if (isGateTripped()) return;
    lastMail.forEach(this::checkOffered);
    lastTask.forEach(
        (seat, sent) -> {
          if (hasTask(seat)) checkOffered(seat, sent);
        });
  }

  private boolean isGateTripped() {
    return node.store().reads(WakeReads.class).gate().state() != GateState.OPEN;
  }

  private void openGate() {
    var open = new StoredGate(GateState.OPEN, node.wallMillis(), "night", "morning");
    node.store()
        .submit(
            new Committer.Submission(
                new CellId("test", "gate"),
                1,
                Unit.required(List.of(new SaveGate(open)), List.of(), List.of())));
    node.run();
    node = node.kill();
    work();
  }

  private boolean hasTask(String seat) {
    return node.store().reads(TaskReads.class).in(TaskState.SUBMITTED, Long.MAX_VALUE, 500).stream()
        .anyMatch(placed -> seat.equals(placed.task().facts().assignee()));
  }

  /** The memory of the seat is the only excuse; the words of a decision are none. */
  private void checkOffered(String seat, Sent mail) {
    if (state(seat) != SeatState.IDLE) return;
    if (node.wallMillis() - mail.at() > horizon.toMillis()) return;
    var last = decisions(seat).getLast();
    // A seat that was never woken may have no memory.
    var memory = node.store().reads(WakeReads.class).wake(seat).orElse(StoredWake.none(seat, 0));
    if (memory.used() >= BUDGET - RESERVE || isShareUsed(memory)) return;
    // It became idle since the last pulse.
    if (node.wallMillis() - progress(seat).since() < LOOK.toMillis()) return;
    // It did nothing after a nudge: a person is told, and nobody talks to it in the meantime.
    if (progress(seat).nudged()) return;
    assertThat(wakes(seat))
        .as("wakes of " + seat + " after its mail, last " + last)
        .anyMatch(wake -> wake.n() > mail.after());
  }
}
