package dev.reveille.server.chat;

import com.typesafe.config.ConfigFactory;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.InProcessBus;
import dev.reveille.server.kernel.LaneHost;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.ManualTimers;
import dev.reveille.server.kernel.MapPresence;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.SeededScheduler;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A whole chat server on one thread: which lane, commit, socket or timer comes next is decided by a
 * seed. It can lose its disk, and it can be killed and started again.
 */
final class SimulatedChat {
  private static final String SETTINGS =
      """
      limits { rate-limit-ms = 0, frame-limit = 0, frame-limit-preauth = 0, mailbox-max = 20 }
      handshake.takeover-wait-ms = 100
      channels.names = "#general,#agents"
      """;

  private final Random random;
  private final SeededScheduler scheduler;
  private final ManualClock clock;
  private final ManualTimers timers;
  private final SimulatedWire wire;
  private final ChatDoor door;
  private final MemoryStore store;
  private final List<SimulatedAgent> agents = new ArrayList<>();
  private long sessions;

  SimulatedChat(Random random) {
    this(random, new ManualClock(), new SeededScheduler(random), null);
  }

  private SimulatedChat(
      Random random, ManualClock clock, SeededScheduler scheduler, @Nullable MemoryStore old) {
    this.random = random;
    this.clock = clock;
    this.scheduler = scheduler;
    var commits = scheduler.serial();
    Runnable onSubmit = () -> commits.execute(this::commit);
    store = old == null ? new MemoryStore(onSubmit) : old.crash(onSubmit);
    timers = new ManualTimers(clock);
    wire = new SimulatedWire(scheduler);
    var presence = new MapPresence();
    var config =
        new ChatConfig(
            ConfigFactory.parseString(SETTINGS)
                .withFallback(
                    ConfigFactory.parseResources(ChatConfig.class, "/reference.conf")
                        .getConfig("reveille")));
    var parts =
        new ChatParts(
            config,
            clock,
            new Ids(clock, new SeededRandomness(random.nextLong())),
            store,
            presence,
            new ChannelList(presence, store.channels()),
            ChatParts.ingress(new Redactor(Map.of()), List.of(), presence));
    var effects = new EffectTable(wire::flush);
    var host =
        new LaneHost(new ChatCells(parts), store, effects, clock, scheduler, scheduler.serial());
    door = new ChatDoor(parts, host, wire, timers, scheduler);
    new Delivery(parts, host, new InProcessBus(), wire, timers, door).register(effects);
    for (var channel : config.channels()) {
      host.tell(Cells.channel(channel), new ChannelCommand.Establish());
    }
    run();
  }

  private void commit() {
    store.commitSome(1 + random.nextInt(8));
  }

  /** Everything volatile is lost in the middle of whatever it was doing; what was durable stays. */
  SimulatedChat kill() {
    scheduler.lose();
    var next = new SimulatedChat(random, clock, new SeededScheduler(random), store);
    next.sessions = sessions;
    return next;
  }

  SimulatedAgent connect(String name) {
    var session = new SessionId("sim", ++sessions);
    var agent = new SimulatedAgent(name, this, session);
    wire.open(session, agent::read, agent::hungUp);
    agent.attach(door.opened(new Door.Visitor(session, "127.0.0.1")));
    agents.add(agent);
    return agent;
  }

  List<SimulatedAgent> agents() {
    return agents;
  }

  MemoryStore store() {
    return store;
  }

  void cut(SessionId session) {
    wire.cut(session);
  }

  /** A few steps of whatever comes next. */
  void stumble() {
    for (int steps = random.nextInt(12); steps > 0 && scheduler.step(); steps--) {}
  }

  void run() {
    scheduler.runAll();
    // What could not be committed in one batch is still queued without a task of its own.
    while (store.pending() > 0) {
      commit();
      scheduler.runAll();
    }
  }

  int timers() {
    return timers.pending();
  }

  void pass(Duration time) {
    timers.advance(time);
  }
}
