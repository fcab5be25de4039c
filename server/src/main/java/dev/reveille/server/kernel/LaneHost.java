package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosts the cells of one process, each on its own lane. An idle cell costs no thread.
 *
 * <p>Effects and settlements run on {@code settling}, which must run its tasks one at a time and in
 * order. Lanes run on {@code lanes}, which may run any number of tasks in parallel.
 */
public final class LaneHost implements Host, Committer.Listener {
  private static final Logger log = LoggerFactory.getLogger(LaneHost.class);

  private final ConcurrentHashMap<CellId, Lane> lanes = new ConcurrentHashMap<>();

  /**
   * One counter for all cells, so that a cell that was forgotten gets a new number when it is
   * loaded again.
   */
  private final AtomicLong incarnations = new AtomicLong();

  private final CellFactory factory;
  private final Committer committer;
  private final Effects effects;
  private final Clock clock;
  private final Executor executor;
  private final Executor settling;
  private volatile boolean callsRunInPlace;
  private volatile DurableTells tells = DurableTells.NONE;

  public LaneHost(
      CellFactory factory,
      Committer committer,
      Effects effects,
      Clock clock,
      Executor lanes,
      Executor settling) {
    this.factory = factory;
    this.committer = committer;
    this.effects = effects;
    this.clock = clock;
    this.executor = lanes;
    this.settling = settling;
    committer.listener(this);
  }

  /**
   * Makes an idle called cell run on its caller's thread from now on. The caller waits for the
   * answer anyway, and its units are submitted before it calls. So no order changes, and two thread
   * switches are saved.
   */
  public LaneHost callsInPlace() {
    callsRunInPlace = true;
    return this;
  }

  /** Sets who keeps durable tells. Call it before the first one. */
  public void durableTells(DurableTells keeper) {
    tells = keeper;
  }

  boolean callsRunInPlace() {
    return callsRunInPlace;
  }

  @Override
  public void tell(CellId to, Command command) {
    offer(to, new Lane.Work(command, null, null, null));
  }

  @Override
  public CompletionStage<Answer> ask(CellId to, Command command) {
    var future = new CompletableFuture<Answer>();
    offer(to, new Lane.Work(command, null, future, null));
    return future;
  }

  @Override
  public CompletionStage<Answer> deliver(CellId to, Command command, Write done) {
    var future = new CompletableFuture<Answer>();
    offer(to, new Lane.Work(command, null, future, done));
    return future;
  }

  void offer(CellId to, Lane.Work work) {
    // A lane that was just retired takes no work. The next lookup makes a new one.
    while (!lanes.computeIfAbsent(to, id -> new Lane(this, id)).offer(work)) Thread.onSpinWait();
  }

  @Override
  public void settled(List<Committer.Settled> batch) {
    settling.execute(() -> settle(batch));
  }

  private void settle(List<Committer.Settled> batch) {
    for (var settled : batch) {
      var submission = settled.submission();
      boolean refused = settled.refusal() != null;
      run(
          submission.owner(),
          refused ? submission.unit().otherwise() : submission.unit().effects());
      var lane = lanes.get(submission.owner());
      if (lane != null) lane.settled(settled);
    }
    try {
      effects.flush();
    } catch (RuntimeException | Error e) {
      log.error("What was sent could not be flushed; the next batch tries again", e);
    }
  }

  private void run(CellId owner, List<Effect> list) {
    for (var effect : list) {
      try {
        if (!(effect instanceof Tell tell)) effects.run(effect);
        else if (tell.key() == null) tell(tell.to(), tell.command());
        else tells.stored(owner, tell);
      } catch (RuntimeException | Error e) {
        // Log only the type: an effect contains messages of agents, and they must not be in a log.
        log.error("{} could not be carried out", effect.getClass().getSimpleName(), e);
      }
    }
  }

  /**
   * Forgets cells that may be unloaded.
   *
   * @param idleNanos forgets only cells that were idle for this long
   * @return the number of cells that remain
   */
  public int sweep(long idleNanos) {
    long now = clock.nanos();
    for (var lane : lanes.values()) {
      try {
        if (lane.retire(now, idleNanos)) lanes.remove(lane.id(), lane);
      } catch (RuntimeException | Error e) {
        log.error("{} cannot say whether it rests; it stays", lane.id(), e);
      }
    }
    return lanes.size();
  }

  /**
   * Waits until no cell has work or unsettled units, at most this long. True if that was reached.
   */
  public boolean awaitQuiet(Duration most) {
    long end = clock.nanos() + most.toNanos();
    while (!lanes.values().stream().allMatch(Lane::isQuiet)) {
      if (clock.nanos() - end > 0) return false;
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  public int cells() {
    return lanes.size();
  }

  long nextIncarnation() {
    return incarnations.incrementAndGet();
  }

  Cell load(CellId id) {
    return factory.load(id);
  }

  void submit(Committer.Submission submission) {
    committer.submit(submission);
  }

  /**
   * Returns the unit with the writes that store its durable tells; the same unit if it has none.
   *
   * @throws IllegalStateException if a durable tell is in a unit that may lose its writes, or among
   *     the effects of a refusal, which stores nothing
   */
  Unit withTells(CellId sender, Unit unit) {
    if (!hasDurableTell(unit.otherwise())) {
      if (!hasDurableTell(unit.effects())) return unit;
      if (unit.required()) return storing(sender, unit);
    }
    throw new IllegalStateException("a durable tell of " + sender + " needs a required unit");
  }

  private static boolean hasDurableTell(List<Effect> effects) {
    for (int i = 0; i < effects.size(); i++) {
      if (effects.get(i) instanceof Tell tell && tell.key() != null) return true;
    }
    return false;
  }

  private Unit storing(CellId sender, Unit unit) {
    var writes = new ArrayList<>(unit.writes());
    for (var effect : unit.effects()) {
      if (effect instanceof Tell tell && tell.key() != null) writes.add(tells.store(sender, tell));
    }
    return Unit.required(writes, unit.effects(), unit.otherwise());
  }

  void execute(Runnable drain) {
    executor.execute(drain);
  }

  long now() {
    return clock.nanos();
  }
}
