package dev.reveille.server.simulation;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.JobKind;
import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import dev.reveille.server.seat.HarnessFinding;
import dev.reveille.server.seat.MemoryReads;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.Seat;
import dev.reveille.server.seat.SeatAction;
import dev.reveille.server.seat.SeatCell;
import dev.reveille.server.seat.SeatCommand;
import dev.reveille.server.seat.SeatEvent;
import dev.reveille.server.seat.SeatProgress;
import dev.reveille.server.seat.SeatReads;
import dev.reveille.server.seat.SeatSession;
import dev.reveille.server.seat.StartReason;
import dev.reveille.server.seat.StoredSeatLog;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A node with seats on the scripted harness, and short words for what happens to them. */
class SeatFixture {
  static final Identity ADA_KEY = SeededIdentity.of(1);
  static final Identity BOB_KEY = SeededIdentity.of(2);
  static final String ADA = "@" + ADA_KEY.publicKey().agentId();
  static final String BOB = "@" + BOB_KEY.publicKey().agentId();

  SimulatedNode node;

  SeatFixture() {
    this(new Random(7));
  }

  SeatFixture(Random random) {
    this(new SimulatedNode(random));
  }

  SeatFixture(SimulatedNode node) {
    this.node = node;
    node.run();
  }

  static Seat seat(String identity) {
    return seat(identity, 20);
  }

  static Seat seat(String identity, int dailyWakes) {
    return new Seat(
        identity,
        ScriptedHarness.NAME,
        null,
        List.of(),
        List.of(),
        null,
        true,
        Priority.NORMAL,
        dailyWakes,
        null);
  }

  final void define(String identity) {
    node.tell(SeatCell.at(identity), new SeatCommand.Define(seat(identity)));
    node.run();
  }

  final void act(String identity, SeatAction action, StartReason reason) {
    node.tell(
        SeatCell.at(identity),
        new SeatCommand.Act(action, reason, "a line", "n1", "test", "the test wants it", false));
  }

  /** Starts a session and lets it boot. */
  final String start(String identity) {
    act(identity, SeatAction.START, StartReason.FIRST);
    work();
    return session(identity).id();
  }

  final ScriptedHarness harness() {
    return node.harness();
  }

  /** Lets the harness do everything that it is asked for. */
  final void work() {
    node.run();
    while (workOnce()) node.run();
  }

  /** Lets the harness do what it was asked for first; false if it was asked for nothing. */
  final boolean workOnce() {
    return workOnce("harness");
  }

  /** Lets the first job of a kind end as it would; false if none runs. */
  final boolean workOnce(String wanted) {
    for (var job : node.jobs().running()) {
      if (!job.kind().equals(wanted)) continue;
      try {
        job.bring(run(job.request()));
      } catch (Exception e) {
        job.fail(e.toString());
      }
      return true;
    }
    return false;
  }

  private JobResult run(JobRequest request) throws Exception {
    for (JobKind<?> kind : Feature.all(node.features(), JobKind.class)) {
      if (kind.takes().isInstance(request)) return run(kind, request);
    }
    throw new AssertionError("no kind of job takes " + request);
  }

  private static <Q extends JobRequest> JobResult run(JobKind<Q> kind, JobRequest request)
      throws Exception {
    return kind.work().run(kind.takes().cast(request));
  }

  final void pass(Duration time) {
    node.pass(time);
    node.run();
  }

  final void find(String identity, SeatEvent event) {
    harness().report(List.of(new HarnessFinding(identity, session(identity).id(), event, "seen")));
    node.run();
  }

  /** The session's process ends by itself. */
  final void exit(String identity, SeatEvent event) {
    harness().end(new HarnessFinding(identity, session(identity).id(), event, "exit code"));
    node.run();
  }

  final SeatProgress progress(String identity) {
    return node.store().reads(SeatReads.class).seat(identity).orElseThrow().progress();
  }

  final SeatState state(String identity) {
    return progress(identity).status().state();
  }

  /** Returns the latest session. */
  final SeatSession session(String identity) {
    return sessions(identity).getFirst();
  }

  final List<SeatSession> sessions(String identity) {
    return node.store().reads(MemoryReads.class).sessions(identity, 100);
  }

  /** Returns what the log says, the oldest first. */
  final List<String> log(String identity) {
    return node
        .store()
        .reads(SeatReads.class)
        .log(identity, Long.MAX_VALUE, 1000)
        .reversed()
        .stream()
        .map(StoredSeatLog::event)
        .toList();
  }

  /** Returns the names of the calls that the harness got, in order. */
  final List<String> calls() {
    return harness().calls().stream().map(ScriptedHarness.Call::what).toList();
  }

  /** Connects an agent that shows a session of its seat. */
  final SimulatedAgent connect(Identity key, String session) {
    var agent = node.connect("ada");
    agent.identifyInSeat(key, session);
    node.run();
    return agent;
  }

  static <M extends ServerMessage> List<M> messages(SimulatedAgent agent, Class<M> type) {
    return TaskFixture.messages(agent, type);
  }

  final void send(SimulatedAgent agent, ClientMessage message) {
    agent.send(message);
    node.run();
  }
}
