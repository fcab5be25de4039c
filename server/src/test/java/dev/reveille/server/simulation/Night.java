package dev.reveille.server.simulation;

import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatMessages;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.SaveGate;
import dev.reveille.server.decision.StoredGate;
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
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.task.TaskReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One night of fifty seats on the scripted harness. Things happen to eight of them, so that budgets
 * and shares are used up; the others must not be touched.
 *
 * <p>{@link NightPromises} checks after every step what must hold, and at the end who had to be
 * woken.
 */
final class Night extends WakeFixture {
  static final int SEATS = 50;
  static final int BUSY = 8;

  /** A few seats have a budget that is used up soon. */
  static final int SMALL_BUDGET = 5;

  static final int BUDGET = 20;
  private static final int SENDERS = 6;
  private static final int STEPS = 60;

  /** The person in whose name sessions are started. */
  static final String PERSON = "night";

  /** The keys are the same in all nights: making one costs more than a night. */
  private static final List<Identity> KEYS = keys();

  private final Random random;
  private final List<String> seats = new ArrayList<>();
  private final List<SimulatedAgent> senders = new ArrayList<>();
  private final NightPromises promises;

  /** Mail may wake for so long. Half of the nights have the usual hour. */
  final Duration horizon;

  Night(Random random) {
    this(random, random.nextBoolean() ? Duration.ofHours(1) : Duration.ofHours(24));
  }

  private Night(Random random, Duration horizon) {
    super(SimulatedNode.with(random, "wake.horizon-minutes = " + horizon.toMinutes()));
    this.random = random;
    this.horizon = horizon;
    arrive();
    for (int i = 0; i < SEATS; i++) {
      seats.add("@" + KEYS.get(i).publicKey().agentId());
      known(KEYS.get(i), "seat" + i);
      define(seats.get(i), i % 3 == 0 ? SMALL_BUDGET : BUDGET);
    }
    node.run();
    for (var seat : seats) person(seat, StartReason.FIRST);
    work();
    for (var seat : seats) find(seat, SeatEvent.WENT_SILENT);
    minute();
    promises = new NightPromises(this, List.copyOf(seats));
  }

  private static List<Identity> keys() {
    var keys = new ArrayList<Identity>();
    for (int i = 0; i < SEATS + SENDERS; i++) keys.add(SeededIdentity.of(100 + i));
    return keys;
  }

  NightPromises promises() {
    return promises;
  }

  private void define(String identity, int budget) {
    node.tell(SeatCell.at(identity), new SeatCommand.Define(seat(identity, budget)));
  }

  /** The senders come, at the begin and after each restart of the server. */
  private void arrive() {
    senders.clear();
    for (int i = 0; i < SENDERS; i++) {
      senders.add(node.connect("sender" + i).identify(KEYS.get(SEATS + i)));
    }
    node.run();
  }

  private SimulatedAgent sender() {
    return senders.get(random.nextInt(SENDERS));
  }

  /** The server is killed, half of the times in the middle of a decision. */
  private void crashServer() {
    if (random.nextBoolean()) {
      node.pass(Duration.ofMinutes(3));
      for (int steps = random.nextInt(80); steps > 0 && node.step(); steps--) {}
    }
    restart();
  }

  private void restart() {
    node = node.kill();
    arrive();
    work();
  }

  private void person(String seat, StartReason reason) {
    node.tell(
        SeatCell.at(seat),
        new SeatCommand.Act(SeatAction.START, reason, "", "n", PERSON, "a person wants it", false));
  }

  void live() {
    for (int i = 0; i < 12; i++) {
      minute();
      promises.checkUntouched(0);
    }
    for (int step = 0; step < STEPS; step++) {
      happen(seats.get(random.nextInt(BUSY)));
      minute();
      promises.check();
    }
    recover();
  }

  private void happen(String seat) {
    switch (random.nextInt(24)) {
      case 0, 1, 2, 3, 4 -> send(seat, random.nextBoolean() ? Priority.HIGH : Priority.NORMAL);
      case 5 -> task(seat);
      case 6 -> cancelTask();
      case 7 -> promises.ending(seat, () -> crash(seat));
      case 8 -> promises.ending(seat, () -> see(seat, SeatEvent.SUNSET));
      case 9 -> promises.ending(seat, () -> see(seat, SeatEvent.FULL_DECLARED));
      case 10 -> limit(seat, random.nextInt(3_600_000));
      case 11 -> see(seat, SeatEvent.WENT_SILENT);
      case 12 -> {
        send(seat, Priority.HIGH);
        crashServer();
      }
      case 13 -> node.jumpWall(Duration.ofMinutes(random.nextInt(600) - 300));
      case 14 -> plan(random.nextBoolean() ? "nudge" : "start", seat);
      case 15 ->
          harness()
              .follow(
                  random.nextInt(3) > 0
                      ? ScriptedHarness.Script.ANSWERS
                      : ScriptedHarness.Script.SILENT);
      case 16 -> speak(seat);
      case 17 -> promises.ending(seat, () -> sayGoodbye(seat));
      case 18 -> workAside(seat);
      case 19 -> quiet(seat);
      case 20 -> {
        if (state(seat) == SeatState.LOST) person(seat, StartReason.ASKED);
      }
      default -> minutes(1 + random.nextInt(8));
    }
  }

  private void plan(String what, String seat) {
    harness()
        .plan(
            what,
            seat,
            random.nextBoolean()
                ? HarnessOutcome.failed("on purpose")
                : HarnessOutcome.unknown("on purpose"));
  }

  private void send(String seat, Priority priority) {
    if (priority == Priority.HIGH) promises.mailed(seat);
    mail(sender(), seat, "work for you", priority);
  }

  /** Somebody asks a seat for something that obliges it. */
  private void task(String seat) {
    long known = node.store().reads(TaskReads.class).open();
    promises.tasked(seat);
    sender().send(new TaskMessages.Create(TaskDraft.of(seat, "a task"), null));
    node.run();
    if (node.store().reads(TaskReads.class).open() == known) promises.notTasked(seat);
  }

  /** Somebody takes back a task, so that nothing obliges any more. */
  private void cancelTask() {
    var open = node.store().reads(TaskReads.class).in(TaskState.SUBMITTED, Long.MAX_VALUE, 100);
    if (open.isEmpty()) return;
    var task = open.get(random.nextInt(open.size())).task();
    for (var each : senders) each.send(TaskMessages.Move.of(TaskMove.CANCEL, task.id()));
    node.run();
  }

  /** True if the seat has a session whose process runs. Only such a one does anything. */
  private boolean isAlive(String seat) {
    return session(seat).isOpen() && harness().living(seat).contains(session(seat).id());
  }

  /** The harness sees something of the session, if it runs. */
  private void see(String seat, SeatEvent event) {
    if (isAlive(seat)) find(seat, event);
  }

  private void crash(String seat) {
    if (isAlive(seat)) exit(seat, SeatEvent.CRASHED);
  }

  private void limit(String seat, int millis) {
    if (!isAlive(seat)) return;
    harness()
        .report(
            List.of(
                new HarnessFinding(
                    seat,
                    session(seat).id(),
                    SeatEvent.LIMITED,
                    "limited",
                    node.wallMillis() + millis,
                    null,
                    ModelUse.UNKNOWN)));
    node.run();
  }

  private Identity key(String seat) {
    return KEYS.get(seats.indexOf(seat));
  }

  /** The session of a seat says something that answers nothing. */
  private void speak(String seat) {
    if (!isAlive(seat)) return;
    var agent = connect(key(seat), session(seat).id());
    promises.tookMail(seat);
    if (agent.isIn()) {
      agent.say("#general", "hi");
      node.run();
      promises.spoke(seat);
    }
    agent.vanish();
    node.run();
  }

  /** It says that it is done, and that is all that it says. */
  private void sayGoodbye(String seat) {
    if (!isAlive(seat)) return;
    var agent = connect(key(seat), session(seat).id());
    promises.tookMail(seat);
    agent.say("#general", "bye @@sunset@@");
    node.run();
    agent.vanish();
    node.run();
  }

  /** Its agent does something by a connection that shows no session of the seat. */
  private void workAside(String seat) {
    if (!isAlive(seat)) return;
    var aside = node.connect("aside").identifyAside(key(seat));
    node.run();
    var mine =
        node.store().reads(TaskReads.class).in(TaskState.SUBMITTED, Long.MAX_VALUE, 100).stream()
            .filter(placed -> seat.equals(placed.task().facts().assignee()))
            .findFirst();
    if (mine.isPresent()) {
      aside.send(TaskMessages.Move.of(TaskMove.CLAIM, mine.get().task().id()));
    } else {
      var note = new SeatMessages.Note("something", "the rest", "", List.of());
      aside.send(new SeatMessages.LeaveHandoff(note, null));
    }
    node.run();
    promises.worked(seat);
    aside.vanish();
    node.run();
  }

  /** The agent wants to be left alone for a while, or not any more. */
  private void quiet(String seat) {
    int now = (int) (Math.floorMod(node.wallMillis(), 86_400_000L) / 60_000);
    int end = (now + 30) % 1440;
    var hours = "%02d:%02d-%02d:%02d UTC".formatted(now / 60, now % 60, end / 60, end % 60);
    wish(seat, random.nextInt(3) > 0 ? hours : "");
  }

  private void wish(String seat, String quiet) {
    var asker = new SeatCommand.Asker(null, "SEAT_SET", null);
    node.tell(SeatCell.at(seat), new SeatCommand.Wish(asker, null, null, quiet));
    node.run();
  }

  /**
   * In the morning everything works again, a person opens the gate, and nobody wants quiet. Then
   * those who are owed a wake are woken.
   */
  private void recover() {
    harness().follow(ScriptedHarness.Script.ANSWERS);
    harness().unplan();
    for (int i = 0; i < BUSY; i++) wish(seats.get(i), "");
    // What was in flight while the harness was silent may trip the gate again.
    for (int i = 0; i < 4; i++) {
      openGate();
      minutes(20);
      promises.check();
    }
    for (int i = 0; i < 5; i++) send(seats.get(random.nextInt(BUSY)), Priority.HIGH);
    limit(seats.get(random.nextInt(BUSY)), 60_000);
    minutes(40);
    promises.check();
    promises.checkMorning();
  }

  boolean isGateOpen() {
    return gate().state() == GateState.OPEN;
  }

  StoredGate gate() {
    return node.store().reads(WakeReads.class).gate();
  }

  boolean isQuiet(String seat) {
    return node.store().reads(SeatReads.class).seat(seat).orElseThrow().isQuiet(node.wallMillis());
  }

  private void openGate() {
    var open = new StoredGate(GateState.OPEN, node.wallMillis(), PERSON, "morning");
    node.store()
        .submit(
            new Committer.Submission(
                new CellId("test", "gate"),
                1,
                Unit.required(List.of(new SaveGate(open)), List.of(), List.of())));
    node.run();
    restart();
  }
}
