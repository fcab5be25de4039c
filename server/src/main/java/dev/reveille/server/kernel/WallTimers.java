package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored timers of one process. It sees every unit that the host submits ({@link
 * #around(Committer)}), so a timer is here exactly while its row is durable. Timers outlive the
 * cells that set them.
 *
 * <p>Its monitor guards which timers exist. It is never held while a cell works or the store is
 * read.
 */
public final class WallTimers implements StoredTimers {
  private static final Logger log = LoggerFactory.getLogger(WallTimers.class);

  private static final int PAGE = 1_000;

  /** The most timers that may be told and unsettled at once. */
  private static final int MOST_UNDER_WAY = 256;

  /** A timer that is later than this is overdue: it does not fire with the punctual ones. */
  private static final long OVERDUE_MILLIS = 10_000;

  /** No timer waits longer than about a century, so that no arithmetic overflows. */
  private static final long LONGEST_MILLIS = 36_500L * 24 * 3_600_000;

  private final Clock clock;
  private final TimerQueue queue;
  private final Executor reading;
  private final WallHeap heap;
  private final DueQueue underWay = new DueQueue(MOST_UNDER_WAY);
  private final OverdueTimers overdue;

  /** Filled at the start; then it does not change. */
  private final Map<String, TimerKind> kinds = new HashMap<>();

  /** Has the same keys. */
  private final Map<String, AtomicInteger> sizes = new HashMap<>();

  private final Set<String> owningCells = new HashSet<>();

  private final ConcurrentHashMap<TimerId, WallTimer> timers = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<OwnedTimers.Key, OwnedTimers> lists = new ConcurrentHashMap<>();

  /** The number of submitted writes of a timer that are not settled. */
  private final ConcurrentHashMap<TimerId, Integer> changing = new ConcurrentHashMap<>();

  /**
   * The writes that were settled before all rows were loaded; later none. Guarded by the monitor.
   */
  private @Nullable Set<TimerId> settledEarly = new HashSet<>();

  /** Guarded by the monitor. */
  private int versions;

  private volatile @Nullable Host host;
  private volatile @Nullable TimerReads reads;

  /**
   * Creates it without timers.
   *
   * @param reading runs reads of the store
   */
  public WallTimers(Clock clock, TimerQueue queue, Executor reading) {
    this.clock = clock;
    this.queue = queue;
    this.reading = reading;
    heap = new WallHeap(clock, queue, this::timesHaveCome);
    overdue = new OverdueTimers(queue, underWay::admit);
  }

  /** Adds kinds. Call it before the first cell is loaded. */
  public void add(List<TimerKind> more) {
    for (var kind : more) {
      kinds.put(kind.name(), kind);
      sizes.put(kind.name(), new AtomicInteger());
      owningCells.add(kind.cells());
    }
  }

  /** Returns a committer that tells this object what becomes of timers. */
  public Committer around(Committer committer) {
    return new TimerCommits(committer, this);
  }

  /** Returns a factory whose cells understand {@link TimerDue}. */
  public CellFactory around(CellFactory cells) {
    return id ->
        owningCells.contains(id.kind()) ? new TimedCell(cells.load(id), this) : cells.load(id);
  }

  public List<EffectPart<?>> effects() {
    return List.of(
        new EffectPart<>(
            TimerEffect.PutOff.class,
            e -> with(e, timer -> timer.putOff(Duration.ofMillis(e.millis()), e.note()))),
        new EffectPart<>(TimerEffect.Retry.class, e -> with(e, timer -> timer.retry(e.note()))));
  }

  private void with(TimerEffect effect, Consumer<WallTimer> action) {
    var timer = timers.get(effect.timer());
    if (timer != null) action.accept(timer);
  }

  /**
   * Sets all timers that are stored. When this returns, overdue ones are {@link Phase#DUE}; they
   * are told a little later.
   */
  public void start(Host where, TimerReads stored) {
    host = where;
    reads = stored;
    var unknown = new HashMap<String, Integer>();
    long at = Long.MIN_VALUE;
    long place = Long.MIN_VALUE;
    while (true) {
      var page = stored.timersAfter(at, place, PAGE);
      if (page.isEmpty()) break;
      load(page, unknown);
      at = page.getLast().at();
      place = page.getLast().place();
    }
    synchronized (this) {
      settledEarly = null;
    }
    unknown.forEach(
        (kind, count) ->
            log.warn("{} stored timers of kind {} wait for a feature that has it", count, kind));
  }

  private synchronized void load(List<TimerReads.Row> page, Map<String, Integer> unknown) {
    var late = new ArrayList<WallTimer>();
    long now = clock.wallMillis();
    for (var row : page) {
      if (!hasKind(row.timer())) {
        unknown.merge(row.timer().kind(), 1, Integer::sum);
      } else if (settledEarly == null || !settledEarly.contains(row.timer())) {
        // The wall clock may be wrong now, so the longest wait is all that was asked for.
        long most = span(row.madeAt(), row.at());
        var timer = make(row.timer(), row.at(), most, row.hasPayload());
        if (most > 0 && row.at() > now) heap.add(timer);
        else if (timer.timeHasCome()) late.add(timer);
      }
    }
    if (!late.isEmpty()) overdue.add(late);
  }

  /** Returns the milliseconds from one time to a later one, 0 to a century. */
  private static long span(long from, long to) {
    if (to <= from) return 0;
    long span = to - from;
    return span < 0 ? LONGEST_MILLIS : Math.min(span, LONGEST_MILLIS);
  }

  /** Notes that a unit with a write of this timer is on its way to the store. */
  void submitted(TimerId timer) {
    changing.merge(timer, 1, Integer::sum);
  }

  /** Follows a write. Called in the order in which units are settled, before their effects run. */
  void settled(TimerWrite write, boolean stored) {
    var id = write.timer();
    try {
      if (stored) apply(write);
      else refused(id);
    } finally {
      // After the change: who sees that nothing is on its way also sees the result.
      changing.computeIfPresent(id, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /**
   * The timer stays as it was. If its command was kept from its owner meanwhile, it comes again.
   */
  private void refused(TimerId id) {
    var timer = timers.get(id);
    if (timer != null) timer.retry();
  }

  private synchronized void apply(TimerWrite write) {
    if (settledEarly != null) settledEarly.add(write.timer());
    remove(timers.get(write.timer()));
    if (!(write instanceof SetTimer(var id, var at, var madeAt, var payload))) return;
    if (!hasKind(id)) {
      log.error("{} was set, but no feature has its kind for such an owner", id);
      return;
    }
    heap.add(make(id, at, span(madeAt, at), !payload.isEmpty()));
  }

  private WallTimer make(TimerId id, long at, long mostMillis, boolean hasPayload) {
    // The texts that many timers have in common are held once.
    var kind = kind(id);
    var owner = new CellId(kind.cells(), id.owner().name());
    var list =
        lists.computeIfAbsent(
            new OwnedTimers.Key(owner, kind.name()), key -> new OwnedTimers(this, key));
    var shared = new TimerId(list.key.owner(), list.key.kind(), id.key());
    long latest = clock.nanos() + mostMillis * 1_000_000;
    var timer = new WallTimer(shared, list, at, latest, ++versions, hasPayload);
    list.add(timer);
    size(list).incrementAndGet();
    timers.put(shared, timer);
    return timer;
  }

  private synchronized void remove(@Nullable WallTimer timer) {
    if (timer == null || !timers.remove(timer.id, timer)) return;
    timer.end();
    timer.list.remove(timer);
    size(timer.list).decrementAndGet();
    if (timer.list.count() == 0) lists.remove(timer.list.key);
  }

  private void timesHaveCome(List<WallTimer> taken) {
    var late = new ArrayList<WallTimer>();
    long now = clock.wallMillis();
    for (var timer : taken) {
      boolean isLate = now - timer.fireAt > OVERDUE_MILLIS;
      if (!timer.timeHasCome()) continue;
      if (isLate) late.add(timer);
      else underWay.admit(timer);
    }
    if (!late.isEmpty()) overdue.add(late);
  }

  void admit(WallTimer timer) {
    underWay.admit(timer);
  }

  /** Tells the owner. The stage completes when everything that the owner decided is settled. */
  CompletionStage<?> tell(WallTimer timer) {
    var stored = reads;
    if (stored == null || !timer.hasPayload) return tell(timer, "");
    return CompletableFuture.supplyAsync(() -> stored.timer(timer.id), reading)
        .thenCompose(
            row -> {
              // If the row is another one, the unit that wrote it is about to be settled here.
              if (row.isPresent() && row.get().at() == timer.at) {
                return tell(timer, row.get().payload());
              }
              return CompletableFuture.completedStage(null);
            });
  }

  private CompletionStage<?> tell(WallTimer timer, String payload) {
    var where = host;
    if (where == null) return CompletableFuture.completedStage(null);
    return where.ask(
        timer.id.owner(), new TimerDue(timer.id, timer.at, payload, timer.note(), timer.version));
  }

  /** False if the timer was removed, set again or put off, also by a unit that is on its way. */
  boolean isCurrent(TimerDue due) {
    var id = due.timer();
    if (changing.containsKey(id)) return false;
    var timer = timers.get(id);
    return timer != null && timer.version == due.version() && timer.state() == WallTimer.State.DUE;
  }

  Command command(TimerDue due) {
    return kind(due.timer()).command().apply(due);
  }

  private boolean hasKind(TimerId id) {
    var kind = kinds.get(id.kind());
    return kind != null && kind.cells().equals(id.owner().kind());
  }

  private TimerKind kind(TimerId id) {
    return Objects.requireNonNull(kinds.get(id.kind()), id.kind());
  }

  private AtomicInteger size(OwnedTimers list) {
    return Objects.requireNonNull(sizes.get(list.key.kind()));
  }

  TimerQueue queue() {
    return queue;
  }

  WallHeap heap() {
    return heap;
  }

  @Override
  public Phase phase(TimerId id) {
    boolean isChanging = changing.containsKey(id);
    var timer = timers.get(id);
    if (timer == null) return isChanging ? Phase.STORING : Phase.NONE;
    return switch (timer.state()) {
      case AWAITS_TIME, PUT_OFF -> Phase.WAITING;
      case DUE, AWAITS_RETRY -> Phase.DUE;
      case ENDED -> Phase.NONE;
    };
  }

  @Override
  public int note(TimerId id) {
    var timer = timers.get(id);
    return timer == null ? 0 : timer.note();
  }

  @Override
  public int count(CellId owner, String kind) {
    var list = lists.get(new OwnedTimers.Key(owner, kind));
    return list == null ? 0 : list.count();
  }

  @Override
  public synchronized OptionalLong next(CellId owner, String kind) {
    var list = lists.get(new OwnedTimers.Key(owner, kind));
    return list == null ? OptionalLong.empty() : list.next(clock);
  }

  @Override
  public int size(String kind) {
    var size = sizes.get(kind);
    return size == null ? 0 : size.get();
  }

  /** Returns how many timers there are. */
  public int size() {
    return timers.size();
  }
}
