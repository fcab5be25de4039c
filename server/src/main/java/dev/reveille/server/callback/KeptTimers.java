package dev.reveille.server.callback;

import dev.reveille.server.chat.AgentCommand;
import dev.reveille.server.chat.Cells;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.EffectTable;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.store.Store;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The timers of durable callbacks. They are set by effects, so what has one is stored, and once
 * more when the process starts: only then does wall time become a delay.
 */
public final class KeptTimers {
  private static final int PAGE = 1_000;

  private final Turnstile turnstile = new Turnstile(CallbackBook.MOST_UNDER_WAY);
  private final Clock clock;
  private final TimerQueue timers;

  /** By callback, from the moment it is stored to the moment it is removed. */
  private final ConcurrentHashMap<String, Kept> kept = new ConcurrentHashMap<>();

  /** Those of each agent that has any. */
  private final ConcurrentHashMap<String, Set<Kept>> agents = new ConcurrentHashMap<>();

  private volatile @Nullable Host host;

  public KeptTimers(Clock clock, TimerQueue timers) {
    this.clock = clock;
    this.timers = timers;
  }

  /** Puts the effects of this package into the table. */
  public void register(EffectTable table) {
    table
        .on(
            CallbackEffect.Arm.class,
            e -> arm(e.agent(), e.id(), e.channel(), Duration.ofMillis(e.millis())))
        .on(CallbackEffect.Disarm.class, e -> disarm(e.id()));
  }

  /**
   * Sets the timers of everything that is stored. What is overdue fires at once, before this
   * returns: its agent cannot come before it.
   */
  public void start(Host where, Store store) {
    host = where;
    var last = "";
    while (true) {
      var page = store.callbacksAfter(last, PAGE);
      if (page.isEmpty()) return;
      for (var callback : page) {
        // A clock that was set back meanwhile must not make it wait longer than was asked for.
        long millis =
            Math.clamp(
                callback.fireAt() - clock.wallMillis(),
                0,
                Math.max(0, callback.fireAt() - callback.createdAt()));
        arm(callback.agent(), callback.id(), callback.channel(), Duration.ofMillis(millis));
      }
      last = page.getLast().id();
    }
  }

  /** Whether the agent has any. */
  public boolean keeps(String agent) {
    return agents.containsKey(agent);
  }

  /** Whether the time of one has come that is not removed yet. From any thread. */
  public boolean hasFired(String id) {
    var timer = kept.get(id);
    return timer != null && timer.fired;
  }

  /** How many the agent has. */
  public int count(String agent) {
    return agents.getOrDefault(agent, Set.of()).size();
  }

  /** When the agent's next is due, by the monotonic clock; the greatest number if it has none. */
  public long nextNanos(String agent) {
    return agents.getOrDefault(agent, Set.of()).stream()
        .filter(timer -> !timer.fired)
        .mapToLong(Kept::dueNanos)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** How many there are. */
  public int size() {
    return kept.size();
  }

  private void arm(String agent, String id, @Nullable String channel, Duration delay) {
    var timer = new Kept(agent, id, channel);
    if (kept.putIfAbsent(id, timer) != null) return;
    agents.compute(
        agent,
        (_, all) -> {
          var more = all == null ? ConcurrentHashMap.<Kept>newKeySet() : all;
          more.add(timer);
          return more;
        });
    if (delay.isZero()) timer.fire();
    else timers.schedule(delay, timer);
  }

  private void disarm(String id) {
    var timer = kept.remove(id);
    if (timer == null) return;
    timers.cancel(timer);
    agents.computeIfPresent(
        timer.agent,
        (_, all) -> {
          all.remove(timer);
          return all.isEmpty() ? null : all;
        });
  }

  private final class Kept extends TimerQueue.Task implements Turnstile.Guest {
    private final String agent;
    private final String id;
    private final @Nullable String channel;
    private volatile boolean fired;

    private Kept(String agent, String id, @Nullable String channel) {
      this.agent = agent;
      this.id = id;
      this.channel = channel;
    }

    @Override
    protected void fire() {
      fired = true;
      turnstile.admit(this);
    }

    @Override
    public CompletionStage<?> enter() {
      var where = host;
      return where == null
          ? CompletableFuture.completedStage(null)
          : where.ask(Cells.agent(agent), new AgentCommand.KeptCallbackDue(id, channel));
    }
  }
}
