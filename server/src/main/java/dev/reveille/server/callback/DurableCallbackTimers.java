package dev.reveille.server.callback;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectPart;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of durable callbacks. Effects set them, so a callback with a timer is stored. They are
 * set again when the process starts; only then is wall time turned into a delay.
 *
 * <p>A timer stays until its callback's row is gone. If firing fails because a cell could not be
 * loaded or the store took no writes, it is tried again after a wait that grows.
 */
public final class DurableCallbackTimers {
  private static final int PAGE = 1_000;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** The longest wait is the first one doubled this often: about a minute. */
  private static final int MOST_DOUBLINGS = 6;

  /** The phase of a durable callback. */
  public enum Phase {
    /** It has no timer: it is not stored yet, or it is gone. */
    NONE,
    /** Its time has not come, or its agent may not speak yet. */
    WAITING,
    /** It is due: its entry is to be added to the channel, or it waits for its agent. */
    DUE,
    /** Its agent has it; its row is still to be removed. */
    TAKEN
  }

  private final DueQueue turnstile = new DueQueue(VolatileCallbacks.MOST_UNDER_WAY);
  private final Clock clock;
  private final TimerQueue timers;

  /** Timers by callback id, from the moment the callback is stored until it is removed. */
  private final ConcurrentHashMap<String, DurableTimer> timersById = new ConcurrentHashMap<>();

  /** The timers of each agent that has any. */
  private final ConcurrentHashMap<String, Set<DurableTimer>> agents = new ConcurrentHashMap<>();

  private volatile @Nullable Host host;

  public DurableCallbackTimers(Clock clock, TimerQueue timers) {
    this.clock = clock;
    this.timers = timers;
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(
            CallbackEffect.Arm.class, e -> arm(e.agent(), e.id(), Duration.ofMillis(e.millis()))),
        new EffectPart<>(CallbackEffect.Disarm.class, e -> disarm(e.id())),
        new EffectPart<>(CallbackEffect.NotRemoved.class, e -> with(e.id(), DurableTimer::taken)),
        new EffectPart<>(FiringEffect.CallbackSaid.class, this::said),
        new EffectPart<>(
            FiringEffect.CallbackLater.class,
            e -> with(e.id(), timer -> timer.putOff(Duration.ofMillis(e.millis()), e.counted()))),
        new EffectPart<>(
            FiringEffect.CallbackUndone.class,
            e -> with(e.id(), timer -> timer.again(e.counted()))));
  }

  /**
   * Sets the timers of all stored callbacks. An overdue callback fires at once, before this
   * returns, so its agent cannot connect before it.
   */
  public void start(Host where, Store store) {
    host = where;
    var last = "";
    while (true) {
      var page = store.reads(CallbackReads.class).callbacksAfter(last, PAGE);
      if (page.isEmpty()) return;
      for (var callback : page) {
        // If the wall clock was set back meanwhile, the callback must not wait longer than was
        // asked for.
        long millis =
            Math.clamp(
                callback.fireAt() - clock.wallMillis(),
                0,
                Math.max(0, callback.fireAt() - callback.createdAt()));
        arm(callback.agent(), callback.id(), Duration.ofMillis(millis));
      }
      last = page.getLast().id();
    }
  }

  /** True if the agent has durable callbacks. */
  public boolean hasDurable(String agent) {
    return agents.containsKey(agent);
  }

  /** Returns the phase of a callback. Any thread may call it. */
  public Phase phase(String id) {
    var timer = timersById.get(id);
    return timer == null ? Phase.NONE : timer.phase;
  }

  /** Returns how many durable callbacks the agent has. */
  public int count(String agent) {
    return agents.getOrDefault(agent, Set.of()).size();
  }

  /**
   * Returns when the agent's next callback is due, in monotonic time; the greatest number if it has
   * none.
   */
  public long nextNanos(String agent) {
    return agents.getOrDefault(agent, Set.of()).stream()
        .filter(timer -> timer.phase == Phase.WAITING)
        .mapToLong(DurableTimer::dueNanos)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Returns how many durable callbacks there are. */
  public int size() {
    return timersById.size();
  }

  private void arm(String agent, String id, Duration delay) {
    var timer = new DurableTimer(agent, id);
    if (timersById.putIfAbsent(id, timer) != null) return;
    agents.compute(
        agent,
        (_, all) -> {
          var more = all == null ? ConcurrentHashMap.<DurableTimer>newKeySet() : all;
          more.add(timer);
          return more;
        });
    if (delay.isZero()) timer.fire();
    else timer.set(delay);
  }

  private void with(String id, Consumer<DurableTimer> action) {
    var timer = timersById.get(id);
    if (timer != null) action.accept(timer);
  }

  /** Removes the timer of a callback whose row is gone, and tells the cell that still has it. */
  private void said(FiringEffect.CallbackSaid said) {
    disarm(said.id());
    var where = host;
    if (where != null) {
      where.tell(CallbackCell.at(said.agent()), new CallbackCommand.Said(said.id()));
    }
  }

  private void disarm(String id) {
    var timer = timersById.remove(id);
    if (timer == null) return;
    timer.end();
    agents.computeIfPresent(
        timer.agent,
        (_, all) -> {
          all.remove(timer);
          return all.isEmpty() ? null : all;
        });
  }

  /** One timer. Its monitor guards if it is in the queue. */
  private final class DurableTimer extends TimerQueue.Task implements DueQueue.DueCallback {
    private final String agent;
    private final String id;
    private volatile Phase phase = Phase.WAITING;

    /** True if it was counted against its agent's limits. */
    private volatile boolean counted;

    private int tries;
    private boolean queued;
    private boolean ended;

    private DurableTimer(String agent, String id) {
      this.agent = agent;
      this.id = id;
    }

    synchronized void set(Duration delay) {
      if (queued || ended) return;
      queued = true;
      timers.schedule(delay, this);
    }

    synchronized void end() {
      ended = true;
      if (queued) timers.cancel(this);
    }

    void taken() {
      phase = Phase.TAKEN;
      again(true);
    }

    void putOff(Duration delay, boolean wasCounted) {
      counted = wasCounted;
      phase = Phase.WAITING;
      set(delay);
    }

    synchronized void again(boolean wasCounted) {
      if (queued) return;
      counted = wasCounted;
      set(FIRST_WAIT.multipliedBy(1L << Math.min(MOST_DOUBLINGS, tries++)));
    }

    @Override
    protected void fire() {
      synchronized (this) {
        queued = false;
        if (ended) return;
        if (phase == Phase.WAITING) phase = Phase.DUE;
      }
      turnstile.admit(this);
    }

    @Override
    public CompletionStage<?> enter() {
      var where = host;
      if (where == null) return CompletableFuture.completedStage(null);
      var done =
          phase == Phase.TAKEN
              ? where.ask(CallbackCell.at(agent), new CallbackCommand.Delivered(id))
              : where.ask(Cells.agent(agent), new DurableCallbackDue(id, counted));
      return done.whenComplete(
          (_, failure) -> {
            if (failure != null) again(counted);
          });
    }
  }
}
