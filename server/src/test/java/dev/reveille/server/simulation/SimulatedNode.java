package dev.reveille.server.simulation;

import dev.reveille.server.admin.AdminKeys;
import dev.reveille.server.admin.AdminRules;
import dev.reveille.server.admin.ListFiles;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.app.Node;
import dev.reveille.server.app.NodeOutside;
import dev.reveille.server.chat.FeaturePlan;
import dev.reveille.server.chat.Redactor;
import dev.reveille.server.delivery.InProcessOutlet;
import dev.reveille.server.edge.ws.MessageReader;
import dev.reveille.server.identity.KeptKeys;
import dev.reveille.server.identity.MemoryServerKey;
import dev.reveille.server.kernel.CellFactory;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effects;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.ScriptedJobs;
import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.SeededScheduler;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.outbox.ParcelCell;
import dev.reveille.server.seat.Harnesses;
import dev.reveille.server.seat.NewsDesk;
import dev.reveille.server.seat.ScriptedHarness;
import dev.reveille.server.seat.SeatFeature;
import dev.reveille.server.seat.SeatGate;
import dev.reveille.server.session.Door;
import dev.reveille.server.session.SideSessions;
import dev.reveille.server.sleep.SleepGate;
import dev.reveille.server.store.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A whole chat server on one thread: which lane, commit, socket or timer comes next is decided by a
 * seed. It can lose its disk, and it can be killed and started again.
 */
final class SimulatedNode {
  static final String ADMIN_KEY = "the key of the simulated operator";

  private static final AdminRules RULES = new AdminRules(false, false, true);

  /** Orders that write a file are not simulated: files have a thread of their own. */
  private static final ListFiles UNUSED =
      new ListFiles(Path.of("unused"), Path.of("unused"), RULES);

  private final Random random;
  private final SeededScheduler scheduler;
  private final ChatConfig config;
  private final MemoryServerKey serverKey;
  private final ManualClock clock;
  private final ManualTimers timers;
  private final SimulatedOutlets wire;
  private final MemoryStore store;
  private final Failures troubles = new Failures();
  private final ScriptedJobs jobs = new ScriptedJobs();
  private final ScriptedPrograms programs = new ScriptedPrograms();

  /** Its sessions outlive the node, as processes do. */
  private final ScriptedHarness harness;

  private final Node node;
  private final NodeOutside outside;

  /** Set while the node is made. */
  private @Nullable RecordingGate gate;

  private final FragileCells fragile = new FragileCells();
  private final List<SimulatedAgent> agents = new ArrayList<>();
  private long sessions;
  private long arrivals;

  SimulatedNode(Random random) {
    this(random, true);
  }

  /**
   * A server that nobody has come to yet.
   *
   * @param roomy whether more messages can wait for a sleeper than a short test sends
   */
  SimulatedNode(Random random, boolean roomy) {
    this(random, roomy ? SimulatedSettings.ROOMY : SimulatedSettings.NARROW, NodeOutside.NONE);
  }

  /** A server with other settings; what they do not name is as in the others. */
  static SimulatedNode with(Random random, String settings) {
    return new SimulatedNode(random, SimulatedSettings.with(settings), NodeOutside.NONE);
  }

  /** A server with other settings, and with ways out. */
  static SimulatedNode with(Random random, String settings, NodeOutside outside) {
    return new SimulatedNode(random, SimulatedSettings.with(settings), outside);
  }

  MemoryServerKey serverKey() {
    return serverKey;
  }

  private SimulatedNode(Random random, ChatConfig config, NodeOutside outside) {
    this(
        random,
        new ManualClock(),
        new SeededScheduler(random),
        config,
        null,
        new ScriptedHarness(ScriptedHarness.Script.ANSWERS),
        outside);
  }

  private SimulatedNode(
      Random random,
      ManualClock clock,
      SeededScheduler scheduler,
      ChatConfig config,
      @Nullable MemoryStore old,
      ScriptedHarness harness,
      NodeOutside outside) {
    this.outside = outside;
    this.config = config;
    this.harness = harness;
    this.serverKey = new MemoryServerKey();
    this.random = random;
    this.clock = clock;
    this.scheduler = scheduler;
    var commits = scheduler.serial();
    Runnable onSubmit = () -> commits.execute(this::commit);
    store = old == null ? new MemoryStore(AllMemoryTables.make(), onSubmit) : old.crash(onSubmit);
    timers = new ManualTimers(clock);
    wire = new SimulatedOutlets(scheduler);
    node =
        new Node(
            new Node.Ports(
                clock,
                new Ids(clock, new SeededRandomness(random.nextLong())),
                timers,
                store,
                wire,
                scheduler,
                scheduler.serial(),
                troubles,
                jobs),
            new Node.Setup(
                config,
                RULES,
                new AdminKeys(ADMIN_KEY, Optional.empty()),
                UNUSED,
                new Redactor(Map.of(), new SecureRandomness()),
                new KeptKeys(serverKey, new SecureRandomness(), new Failures()),
                outside),
            new Node.Probe() {
              @Override
              public Effects around(Effects effects) {
                return new ReadlessEffects(effects, store);
              }

              @Override
              public CellFactory around(CellFactory cells) {
                return fragile.around(cells);
              }

              @Override
              public SeatFeature.Setting around(SeatFeature.Setting seats) {
                return new SeatFeature.Setting(
                    new Harnesses(List.of(harness)), SeatGate.OPEN, NewsDesk.NONE, programs);
              }

              @Override
              public List<FeaturePlan> more() {
                return List.of(
                    NotesFeature.PLAN, ParcelCell.PLAN, ErrandFeature.PLAN, AlarmsFeature.PLAN);
              }

              @Override
              public SleepGate around(SleepGate sleepGate) {
                gate = new RecordingGate(sleepGate);
                return gate;
              }
            });
    var _ = node.establish();
    run();
    node.start();
  }

  Node node() {
    return node;
  }

  /** Tells a cell something that no client could. */
  void tell(CellId cell, Command command) {
    node.host().tell(cell, command);
  }

  List<Feature> features() {
    return node.features();
  }

  SideSessions sides() {
    return node.sides();
  }

  /** Cells of this kind fail from now on; none if absent. */
  void fragile(@Nullable String kind) {
    fragile.fail(kind);
  }

  /** Messages of a session that have not been dealt with. */
  int outstanding(SessionId session) {
    var count = new int[1];
    node.door().with(session, s -> count[0] = s.outstanding());
    return count[0];
  }

  int channels() {
    return node.parts().channels().size();
  }

  /** Looks for channels that nobody keeps, as is done every minute. */
  void lookForEmptyChannels() {
    Feature.all(node.features(), Chore.class).forEach(chore -> chore.run().run());
  }

  private void commit() {
    store.commitSome(1 + random.nextInt(8));
  }

  /** Everything volatile is lost in the middle of whatever it was doing; what was durable stays. */
  SimulatedNode kill() {
    scheduler.lose();
    var next =
        new SimulatedNode(
            random, clock, new SeededScheduler(random), config, store, harness, outside);
    next.sessions = sessions;
    next.arrivals = arrivals;
    return next;
  }

  SimulatedAgent connect(String name) {
    var session = new SessionId("sim", ++sessions);
    var agent = new SimulatedAgent(name, this, session);
    wire.open(session, agent::read, agent::hungUp);
    var inbound = node.door().opened(new Door.Visitor(session, "127.0.0.1"));
    agent.attach(new MessageReader(inbound, clock), inbound);
    agents.add(agent);
    return agent;
  }

  /** Connects an agent of the server's own process: it has no socket. */
  SimulatedAgent host(String name) {
    var session = new SessionId("sim", ++sessions);
    var agent = new SimulatedAgent(name, this, session);
    node.outlets()
        .open(
            session,
            new InProcessOutlet(
                1 << 20,
                scheduler,
                frame -> agent.read(new String(frame.json(), StandardCharsets.UTF_8)),
                _ -> agent.hungUp()));
    var inbound = node.door().opened(new Door.Visitor(session, "127.0.0.1"));
    agent.attach(new MessageReader(inbound, clock), inbound);
    agents.add(agent);
    return agent;
  }

  /** Numbers what comes to agents, in order. */
  long nextArrival() {
    return ++arrivals;
  }

  /** Knows what became of direct messages to sleepers. */
  RecordingGate gate() {
    return Objects.requireNonNull(gate);
  }

  List<SimulatedAgent> agents() {
    return agents;
  }

  /** Returns the work off the lanes. All of it is lost when the node is killed. */
  ScriptedJobs jobs() {
    return jobs;
  }

  /** Stops the jobs as a server does that is shut down. */
  void stopJobs() {
    node.jobs().stop(Duration.ofSeconds(1));
  }

  /** Returns what health shows as failing. */
  List<String> failing() {
    return troubles.failing();
  }

  ScriptedPrograms programs() {
    return programs;
  }

  ScriptedHarness harness() {
    return harness;
  }

  MemoryStore store() {
    return store;
  }

  List<SimulatedOutlets.Sent> journal() {
    return wire.journal();
  }

  void cut(SessionId session) {
    wire.cut(session);
  }

  /** One step of whatever comes next; false if there is none. */
  boolean step() {
    return scheduler.step();
  }

  int timers() {
    return timers.pending();
  }

  /** A few steps of whatever comes next. */
  void stumble() {
    for (int steps = random.nextInt(12); steps > 0 && scheduler.step(); steps--) {}
    sometimesSweep();
    store.checkReads();
  }

  /** Cells that rest may be forgotten at any time. */
  private void sometimesSweep() {
    if (random.nextInt(3) == 0) node.host().sweep(0);
  }

  void run() {
    scheduler.runAll();
    // What could not be committed in one batch is still queued without a task of its own.
    while (store.pending() > 0) {
      commit();
      scheduler.runAll();
    }
    sometimesSweep();
    store.checkReads();
  }

  /** Forgets the cells that have rested for a minute. */
  void sweep() {
    node.host().sweep(Duration.ofMinutes(1).toNanos());
  }

  void pass(Duration time) {
    timers.advance(time);
  }

  long wallMillis() {
    return clock.wallMillis();
  }

  long nanos() {
    return clock.nanos();
  }

  /** Somebody sets the wall clock, forwards or back. */
  void jumpWall(Duration by) {
    clock.jumpWall(by);
  }

  /** Forgets every cell that rests, now; says how many stay. */
  int rest() {
    run();
    return node.host().sweep(0);
  }

  /** Sessions, presence, timers and the like that are held in memory. */
  int held() {
    return node.door().sessions()
        + node.parts().presence().agents().size()
        + timers.pending()
        + node.sleepers().size();
  }
}
