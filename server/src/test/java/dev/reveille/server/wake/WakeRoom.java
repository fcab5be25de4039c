package dev.reveille.server.wake;

import com.typesafe.config.ConfigFactory;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.SeatState;
import dev.reveille.protocol.SessionEnding;
import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.decision.GateState;
import dev.reveille.server.decision.HarnessPresence;
import dev.reveille.server.decision.Reading;
import dev.reveille.server.decision.SeatLook;
import dev.reveille.server.decision.SensorCount;
import dev.reveille.server.decision.StoredDecision;
import dev.reveille.server.decision.StoredGate;
import dev.reveille.server.decision.StoredWake;
import dev.reveille.server.decision.WakeConfig;
import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeReads;
import dev.reveille.server.decision.WakeTrigger;
import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.kernel.SeededRandomness;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.route.RouteLook;
import dev.reveille.server.route.RouteMarks;
import dev.reveille.server.route.WakeRoute;
import dev.reveille.server.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cell of one seat, without a node: a test says what the senses find. */
public final class WakeRoom {
  public static final String ADA = "@ada";
  public static final String BOB = "@bob";
  static final WakeConfig SETTINGS =
      WakeConfig.of(
          ConfigFactory.parseResources(WakeConfig.class, "/reference.conf").getConfig("reveille"));

  public final ManualClock clock = new ManualClock();
  public final MemoryStore store = new MemoryStore(AllMemoryTables.make(), () -> {});
  final List<Effect> effects = new ArrayList<>();
  private final Ids ids = new Ids(clock, new SeededRandomness(1));
  WakeCell cell;

  public SeatState state = SeatState.IDLE;
  @Nullable String session = "s1";
  @Nullable SessionEnding end;
  @Nullable String seenNonce;
  boolean connected;
  int failedStarts;
  boolean canNudge = true;
  boolean readable = true;
  int budget = 48;
  Reading asleepUntil = Reading.ZERO;
  Reading elsewhere = Reading.ZERO;
  Reading tasks = Reading.ZERO;
  public Reading tokens = Reading.UNKNOWN;
  public Reading lastTurnAt = Reading.UNKNOWN;
  final List<TaskLook.Item> taskItems = new ArrayList<>();
  final List<MailLook.FromSender> mail = new ArrayList<>();
  long newest;
  public StoredGate gate = new StoredGate(GateState.OPEN, 0, "server", "new");

  public WakeRoom() {
    // A little after midnight, so that a test of a night stays within one day.
    clock.advance(Duration.ofHours(2));
    cell = load();
  }

  private WakeCell load() {
    return new WakeCell(ADA, clock, ids, SETTINGS, store.reads(WakeReads.class));
  }

  /** The process dies and starts again. */
  public void restart() {
    cell = load();
  }

  public void mailFrom(String sender, int high, int normal) {
    mail.removeIf(each -> each.sender().equals(sender));
    mail.add(new MailLook.FromSender(sender, high, normal, 0));
    newest++;
  }

  void readMail() {
    mail.clear();
    newest = 0;
  }

  Sensed sensed() {
    var look =
        new SeatLook(
            state,
            session,
            end,
            0,
            0,
            failedStarts,
            seenNonce,
            true,
            canNudge,
            false,
            HarnessPresence.WAITING,
            lastTurnAt.known() ? lastTurnAt : Reading.of(clock.wallMillis() - 60_000),
            Reading.of(10_000),
            tokens,
            Reading.ZERO,
            false,
            false,
            budget);
    return new Sensed(
        clock.wallMillis(),
        readable ? look : null,
        connected,
        asleepUntil,
        new MailLook(true, mail, newest, newest, newest, 0, 0, false, routes()),
        tasks(),
        List.of(new SensorCount("issues", "issues open", elsewhere)),
        gate,
        readable ? List.of() : List.of("seat"));
  }

  void taskFrom(String originator) {
    taskItems.add(new TaskLook.Item(originator, Priority.NORMAL, clock.wallMillis()));
  }

  private TaskLook tasks() {
    if (!tasks.known()) return TaskLook.UNKNOWN;
    if (!taskItems.isEmpty()) return TaskLook.of(taskItems, List.of());
    var task = new TaskLook.Item("@boss", Priority.NORMAL, tasks.value());
    return TaskLook.of(Collections.nCopies((int) tasks.value(), task), List.of());
  }

  /** Returns the routes of a new seat; every message takes the first of them. */
  private RouteLook routes() {
    return new RouteLook(
        WakeRoute.first(ADA, RouteMarks.at(0, 0)), 0, WakePolicy.SILENT, 0, Set.of(1L));
  }

  /** Looks now; returns the wakes that are carried out. */
  List<WakeEffect.CarryOut> look(WakeTrigger trigger) {
    var look = new WakeCommand.Look(trigger, WakePolicy.IMMEDIATE, false);
    var called = cell.handle(look);
    if (called.call() == null) throw new AssertionError("no look at the senses");
    int before = effects.size();
    commit(cell.resume(look, sensed()));
    return effects.subList(before, effects.size()).stream()
        .filter(WakeEffect.CarryOut.class::isInstance)
        .map(WakeEffect.CarryOut.class::cast)
        .toList();
  }

  public List<WakeEffect.CarryOut> pulse() {
    return look(WakeTrigger.PULSE);
  }

  /** Lets time pass with a pulse every five minutes; returns the wakes. */
  public List<WakeEffect.CarryOut> pass(Duration time) {
    var all = new ArrayList<WakeEffect.CarryOut>();
    for (long left = time.toMinutes(); left >= 5; left -= 5) {
      clock.advance(Duration.ofMinutes(5));
      all.addAll(pulse());
    }
    return all;
  }

  public void tell(WakeCommand command) {
    commit(cell.handle(command));
  }

  private void commit(Step step) {
    for (var unit : step.units()) {
      store.submit(new Committer.Submission(new CellId("wake", ADA), 1, unit));
      store.commitAll();
      effects.addAll(unit.effects());
    }
  }

  public StoredDecision last() {
    return store.reads(WakeReads.class).last(ADA).orElseThrow();
  }

  StoredWake memory() {
    return store.reads(WakeReads.class).wake(ADA).orElseThrow();
  }

  long wakes() {
    return effects.stream().filter(WakeEffect.CarryOut.class::isInstance).count();
  }

  public long rows() {
    return store.sizes().getOrDefault("wake_decisions", 0L);
  }

  <E extends Effect> List<E> all(Class<E> type) {
    return effects.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
