package dev.reveille.server.callback;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.DueQueue;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.Recorder;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pending volatile callbacks of this node's sessions.
 *
 * <p>It outlives the cells. The callbacks of a session form a list, so removing a session costs
 * time only for its own callbacks. The list's monitor guards the list.
 */
/*
 * There may be a million entries. So an entry is its own node in the timer queue and in its
 * session's list, and stores nothing that can be computed when it fires. Its id is made from one
 * number: the wall time of its creation and a counter. Its channel and its payload are one string.
 */
public final class VolatileCallbacks implements Callbacks {
  /** The lowest bits of a stamp are a counter; the rest are milliseconds since 1970. */
  private static final int COUNTER_BITS = 22;

  private static final long COUNTER = (1L << COUNTER_BITS) - 1;

  /** Separates the channel, which cannot contain it, from the payload. */
  private static final char SEPARATOR = '\n';

  /**
   * The most fired callbacks that may be unsettled at once. The others wait, so a burst of
   * callbacks is never further ahead of the agents' messages than this.
   */
  static final int MOST_UNDER_WAY = 256;

  private static final CompletionStage<?> NOTHING = CompletableFuture.completedStage(null);

  private final int perSession;
  private final Clock clock;
  private final TimerQueue timers;
  private volatile ToIntFunction<String> durableCount = _ -> 0;
  private final ConcurrentHashMap<SessionId, Pending> sessions = new ConcurrentHashMap<>();
  private final AtomicLong counter = new AtomicLong();
  private final AtomicInteger pending = new AtomicInteger();
  private final DueQueue turnstile = new DueQueue(MOST_UNDER_WAY);
  private final Recorder lateness = new Recorder();
  private volatile @Nullable Host host;

  /**
   * Creates it without callbacks.
   *
   * @param perSession how many of one session may be pending
   */
  public VolatileCallbacks(int perSession, Clock clock, TimerQueue timers) {
    this.perSession = perSession;
    this.clock = clock;
    this.timers = timers;
  }

  /**
   * Also counts the agent's durable callbacks, which may come from earlier sessions, against its
   * limit.
   */
  public VolatileCallbacks counting(ToIntFunction<String> durable) {
    durableCount = durable;
    return this;
  }

  /** Sets the host of the cells. Nothing fires before. */
  public void start(Host where) {
    host = where;
  }

  /**
   * The pending callbacks of a session in numbers.
   *
   * @param nextNanos when the first of them is due, in monotonic time; the greatest number if there
   *     is none
   */
  public record PendingCount(int count, long nextNanos) {
    /** No pending callbacks. */
    public static final PendingCount NOTHING = new PendingCount(0, Long.MAX_VALUE);
  }

  /** Returns the numbers of a session's pending callbacks, for people. */
  public PendingCount look(SessionId session) {
    var list = sessions.get(session);
    return list == null ? PendingCount.NOTHING : list.look();
  }

  /** Returns the pending callbacks of a session, the one that is due first at the front. */
  public List<Waiting> waiting(SessionId session) {
    var list = sessions.get(session);
    return list == null ? List.of() : list.waiting();
  }

  /**
   * One callback, for people.
   *
   * @param channel the channel whose members get it; absent = only the agent itself
   * @param dueNanos in monotonic time
   */
  public record Waiting(String id, @Nullable String channel, String payload, long dueNanos) {}

  /** Returns how late the callbacks fired. */
  public Recorder lateness() {
    return lateness;
  }

  /** Returns how many callbacks are pending. */
  public int pending() {
    return pending.get();
  }

  @Override
  public Optional<String> set(String agent, SessionId session, Request request) {
    var list = sessions.computeIfAbsent(session, id -> new Pending(this, agent, id));
    long stamp = clock.wallMillis() << COUNTER_BITS | (counter.getAndIncrement() & COUNTER);
    var entry = new Entry(list, text(request), stamp);
    if (!list.add(entry, perSession - durableCount.applyAsInt(agent))) return Optional.empty();
    schedule(entry, request.delay());
    return Optional.of(id(stamp));
  }

  @Override
  public boolean later(
      String agent, SessionId session, String id, Request request, boolean counted) {
    var list = sessions.get(session);
    if (list == null) return false;
    var what = text(request);
    var entry = counted ? new Counted(list, what, stamp(id)) : new Entry(list, what, stamp(id));
    if (!list.addAgain(entry, perSession - durableCount.applyAsInt(agent))) return false;
    schedule(entry, request.delay());
    return true;
  }

  private void schedule(Entry entry, Duration delay) {
    pending.incrementAndGet();
    timers.schedule(delay, entry);
  }

  private static String text(Request request) {
    var channel = request.channel();
    return (channel == null ? "" : channel) + SEPARATOR + request.payload();
  }

  @Override
  public void forget(SessionId session) {
    var list = sessions.remove(session);
    if (list == null) return;
    for (var entry = list.clear(); entry != null; entry = entry.next) {
      if (timers.cancel(entry)) pending.decrementAndGet();
    }
  }

  private static String id(long stamp) {
    return "cb_" + (stamp >>> COUNTER_BITS) + "_" + Long.toString(stamp & COUNTER, 36);
  }

  /** Returns the stamp that an id was made from. */
  private static long stamp(String id) {
    int time = id.indexOf('_') + 1;
    int count = id.indexOf('_', time) + 1;
    return Long.parseLong(id.substring(time, count - 1)) << COUNTER_BITS
        | Long.parseLong(id.substring(count), 36);
  }

  private CompletionStage<?> fire(Entry entry) {
    pending.decrementAndGet();
    var list = entry.list;
    var where = host;
    if (!list.remove(entry) || where == null) return NOTHING;
    lateness.note(clock.nanos() - entry.dueNanos());
    return where
        .ask(
            Cells.agent(list.agent),
            new CallbackDue(
                list.session, id(entry.stamp), entry.channel(), entry.payload(), entry.counted()))
        .whenComplete((_, _) -> list.fired());
  }

  /** One callback. Its links are guarded by its list's monitor. */
  private static class Entry extends TimerQueue.Task implements DueQueue.Turn {
    private final Pending list;
    private final String what;
    private final long stamp;
    private @Nullable Entry before;
    private @Nullable Entry next;

    private Entry(Pending list, String what, long stamp) {
      this.list = list;
      this.what = what;
      this.stamp = stamp;
    }

    /** True if it was counted against its agent's limits before. */
    boolean counted() {
      return false;
    }

    private @Nullable String channel() {
      int end = what.indexOf(SEPARATOR);
      return end == 0 ? null : what.substring(0, end);
    }

    private String payload() {
      return what.substring(what.indexOf(SEPARATOR) + 1);
    }

    @Override
    protected void fire() {
      list.book.turnstile.admit(this);
    }

    @Override
    public CompletionStage<?> enter() {
      return list.book.fire(this);
    }
  }

  /**
   * A callback that was delayed after it was counted. It is a class because a field would cost
   * every entry memory.
   */
  private static final class Counted extends Entry {
    private Counted(Pending list, String what, long stamp) {
      super(list, what, stamp);
    }

    @Override
    boolean counted() {
      return true;
    }
  }

  /** The callbacks of one session. */
  private static final class Pending {
    private final VolatileCallbacks book;
    private final String agent;
    private final SessionId session;
    private @Nullable Entry first;
    private int count;

    /** The number of callbacks that were taken out to fire and are not done. */
    private int firing;

    private boolean closed;

    private Pending(VolatileCallbacks book, String agent, SessionId session) {
      this.book = book;
      this.agent = agent;
      this.session = session;
    }

    synchronized boolean add(Entry entry, int most) {
      return !closed && count + firing < most && link(entry);
    }

    /**
     * Adds a callback that fires back to the list. It still has its place, so callbacks that fire
     * do not count here.
     */
    synchronized boolean addAgain(Entry entry, int most) {
      return !closed && count < most && link(entry);
    }

    private boolean link(Entry entry) {
      count++;
      entry.next = first;
      if (first != null) first.before = entry;
      first = entry;
      return true;
    }

    /**
     * Takes a callback out to fire; it counts until {@link #fired} is called. False if it was
     * removed with its session: then it must not fire.
     */
    synchronized boolean remove(Entry entry) {
      if (closed) return false;
      count--;
      firing++;
      if (entry.before == null) first = entry.next;
      else entry.before.next = entry.next;
      if (entry.next != null) entry.next.before = entry.before;
      return true;
    }

    synchronized void fired() {
      firing--;
    }

    synchronized PendingCount look() {
      long next = Long.MAX_VALUE;
      for (var entry = first; entry != null; entry = entry.next) {
        next = Math.min(next, entry.dueNanos());
      }
      return new PendingCount(count, next);
    }

    synchronized List<Waiting> waiting() {
      var all = new ArrayList<Waiting>(count);
      for (var entry = first; entry != null; entry = entry.next) {
        all.add(new Waiting(id(entry.stamp), entry.channel(), entry.payload(), entry.dueNanos()));
      }
      all.sort(Comparator.comparingLong(Waiting::dueNanos));
      return all;
    }

    /** Takes no more callbacks; returns the first of those that were left. */
    synchronized @Nullable Entry clear() {
      closed = true;
      var all = first;
      first = null;
      return all;
    }
  }
}
