package dev.reveille.server.store;

import dev.reveille.server.app.AllMemoryTables;
import dev.reveille.server.kernel.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store for simulations: everything happens when its owner says so, on the caller's thread.
 *
 * <p>{@link #submit} only queues. {@link #commitSome} settles the oldest queued units as one batch.
 * {@link #crash} loses the queue and leaves what was settled. Its disk can be {@link #breakDisk
 * broken}.
 */
public final class MemoryStore implements Store {
  private static final String BROKEN =
      "Not stored: the server's disk is full. Free some space there; it goes on by itself.";
  private static final String FENCED =
      "Not stored: another process owns the store now. Stop this one, or that one and start this"
          + " one again.";
  private static final String CLOSED =
      "Not stored: the server is stopping. Try again when it is back.";

  private final MemoryDisk disk;
  private final Runnable onSubmit;
  private final long epoch;
  private final RefusedOwners refusedOwners = new RefusedOwners();
  private final ArrayDeque<Submission> queue = new ArrayDeque<>();
  private @Nullable Listener listener;
  private @Nullable String trouble;
  private boolean broken;
  private Runnable committed = () -> {};
  private int failures;
  private boolean crashed;
  private boolean closed;
  private final Map<String, Integer> written = new TreeMap<>();

  /** Returns how many writes of each type were stored since it was last asked. */
  public Map<String, Integer> takeWritten() {
    var taken = Map.copyOf(written);
    written.clear();
    return taken;
  }

  @Override
  public String identity() {
    return disk.identity;
  }

  /**
   * An empty store.
   *
   * @param onSubmit told after every submission, so that a scheduler can decide when to commit
   */
  public MemoryStore(Runnable onSubmit) {
    this(AllMemoryTables.make(), onSubmit);
  }

  /** An empty store with these tables, beside those that every store has. */
  public MemoryStore(List<MemoryTable> tables, Runnable onSubmit) {
    this(new MemoryDisk(tables), onSubmit);
  }

  private MemoryStore(MemoryDisk disk, Runnable onSubmit) {
    this.disk = disk;
    this.onSubmit = onSubmit;
    this.epoch = disk.open();
  }

  /** Another process opens the same store: this one is refused from now on. */
  public MemoryStore takenOver(Runnable newOnSubmit) {
    return new MemoryStore(disk, newOnSubmit);
  }

  /** The process dies: what was not settled is lost and nobody is told. Then it starts again. */
  public MemoryStore crash(Runnable newOnSubmit) {
    crashed = true;
    queue.clear();
    return takenOver(newOnSubmit);
  }

  /** From now on no write succeeds. */
  public void breakDisk() {
    broken = true;
  }

  public void mendDisk() {
    broken = false;
  }

  /** The next so many units that have writes fail. */
  public void failNext(int units) {
    failures = units;
  }

  public int pending() {
    return queue.size();
  }

  /**
   * Settles up to {@code most} of the oldest units and tells the listener once.
   *
   * @return how many
   */
  public int commitSome(int most) {
    var batch = new ArrayList<Submission>();
    while (batch.size() < most && !queue.isEmpty()) batch.add(queue.poll());
    if (batch.isEmpty()) return 0;
    var settled = new ArrayList<Settled>();
    for (var submission : batch) settled.add(new Settled(submission, commit(submission)));
    refusedOwners.settled(batch);
    tell(settled);
    return batch.size();
  }

  /** Settles until nothing is queued, including what the listener submits meanwhile. */
  public void commitAll() {
    while (!queue.isEmpty()) commitSome(queue.size());
  }

  private @Nullable Refusal commit(Submission submission) {
    if (disk.epoch != epoch) {
      trouble = FENCED;
      return new Refusal(FENCED);
    }
    if (refusedOwners.isRefused(submission)) return new Refusal(RefusedOwners.BY_ASSOCIATION);
    if (submission.unit().writes().isEmpty()) return null;
    try {
      if (broken || failures > 0) {
        failures = Math.max(0, failures - 1);
        trouble = BROKEN;
        return refuse(submission, BROKEN);
      }
      disk.apply(submission.unit());
      for (var write : submission.unit().writes()) {
        written.merge(write.getClass().getSimpleName(), 1, Integer::sum);
      }
      committed.run();
      trouble = null;
      return null;
    } catch (MemoryTable.Contradiction e) {
      return refuse(submission, "Not stored: it contradicts what is stored: " + e.getMessage());
    }
  }

  private @Nullable Refusal refuse(Submission submission, String why) {
    if (!submission.unit().required()) return null;
    refusedOwners.add(submission);
    return new Refusal(why);
  }

  private void tell(List<Settled> settled) {
    if (listener != null) listener.settled(Collections.unmodifiableList(settled));
  }

  @Override
  public void listener(Listener newListener) {
    listener = newListener;
  }

  @Override
  public void submit(Submission submission) {
    if (crashed) return;
    if (closed) {
      tell(List.of(new Settled(submission, new Refusal(CLOSED))));
      return;
    }
    queue.add(submission);
    onSubmit.run();
  }

  @Override
  public void close() {
    commitAll();
    closed = true;
  }

  @Override
  public <R> R reads(Class<R> reads) {
    var found = disk.reads(reads);
    if (found == null) {
      throw new IllegalStateException("no table of this store offers " + reads.getName());
    }
    return reads.cast(found);
  }

  /** Returns how often the store was read. */
  public long readCount() {
    return disk.readCount();
  }

  /** From now on, or no longer, every read fails. */
  public void unreadable(boolean now) {
    disk.unreadable(now);
  }

  /** Says that effects are run from now on, or no longer: they must not wait for a disk. */
  public void effectsRun(boolean now) {
    disk.effectsRun(now);
  }

  /** Throws if an effect read the store. */
  public void checkReads() {
    disk.checkReads();
  }

  @Override
  public void onCommit(Runnable told) {
    committed = told;
  }

  @Override
  public Map<String, Long> sizes() {
    var sizes = new TreeMap<String, Long>();
    for (var table : disk.tables()) sizes.putAll(table.sizes());
    return sizes;
  }

  @Override
  public Optional<Long> lastAgeMark() {
    return Optional.ofNullable(disk.ages.isEmpty() ? null : disk.ages.lastKey());
  }

  @Override
  public void forgetAgeMarks() {
    disk.ages.clear();
  }

  @Override
  public long prune(Retention retention, long nowMillis, Predicate<String> isPresent) {
    return new MemoryRetention(disk).prune(retention, nowMillis, isPresent);
  }

  @Override
  public StoreNumbers numbers() {
    return new StoreNumbers();
  }

  @Override
  public Optional<String> trouble() {
    var now = trouble;
    if (!broken && disk.epoch == epoch) trouble = null;
    return Optional.ofNullable(now);
  }
}
