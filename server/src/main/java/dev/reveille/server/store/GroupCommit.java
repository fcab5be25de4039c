package dev.reveille.server.store;

import dev.reveille.server.kernel.Committer.Listener;
import dev.reveille.server.kernel.Committer.Settled;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Refusal;
import dev.reveille.server.store.WriteFailure.Fault;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * How units share a sync.
 *
 * One thread takes all units that were queued during the last transaction and puts them into one
 * transaction. Nothing waits for a timer. Without load, a unit is alone in its transaction and as
 * fast as the disk. The slower the disk, the more units are queued meanwhile, and the more of them
 * share the next sync.
 *
 * If a transaction fails because of a unit, nothing of it is stored. Its units are tried again in
 * two halves, the earlier half first, down to single units. So a unit that contradicts the store
 * costs the others a few syncs and not one sync each. Every unit that can be stored is stored. A
 * unit that builds on a refused one is tried only after the outcome of that one is known.
 *
 * If a transaction fails because of the disk, another try would only wait again. So all units that
 * were taken from the queue together are settled at once: required units are refused, the others
 * are settled without their writes. A unit without writes therefore waits for at most one failing
 * transaction. The wait for a lock is limited by the ledger, and shorter after a failure.
 */

/** Makes units durable in submission order and reports them to the listener. */
final class GroupCommit {
  private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);
  private static final int MOST_UNITS = 2_000;
  private static final long MOST_CHARS = 8L << 20;
  private static final String CLOSED =
      "Not stored: the server is stopping. Try again when it is back.";

  private final Ledger ledger;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();

  /* Guarded by lock. */
  private ArrayList<Submission> queue = new ArrayList<>();
  private final Deque<Runnable> chores = new ArrayDeque<>();
  private final ArrayDeque<Submission> late = new ArrayDeque<>();
  private boolean waiting;
  private boolean closing;
  private boolean ended;
  private boolean refusing;

  /* Owned by the writer's thread. */
  private final RefusedOwners refusedOwners = new RefusedOwners();
  private @Nullable WriteFailure fenced;

  /** The failure of the disk in this round. Nothing else is tried before the next round. */
  private @Nullable WriteFailure diskFailure;

  private final StoreNumbers numbers = new StoreNumbers();
  private volatile @Nullable Listener listener;
  private volatile Runnable committed = () -> {};
  private volatile @Nullable String trouble;

  private final Failures troubles;

  GroupCommit(Ledger ledger, Failures troubles) {
    this.ledger = ledger;
    this.troubles = troubles;
    this.thread = Thread.ofPlatform().name("store-writer").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void listener(Listener newListener) {
    listener = newListener;
  }

  StoreNumbers numbers() {
    return numbers;
  }

  void onCommit(Runnable told) {
    committed = told;
  }

  void submit(Submission submission) {
    lock.lock();
    try {
      if (!closing) {
        queue.add(submission);
        wake();
        return;
      }
      late.add(submission);
      if (!ended || refusing) return;
      refusing = true;
    } finally {
      lock.unlock();
    }
    refuseLate();
  }

  /** Runs the work on the writer's thread, between two transactions. */
  <T> CompletableFuture<T> between(Ledger.Work<T> work) {
    return chore(
        () -> {
          var result = ledger.work(work);
          trouble = null;
          return result;
        });
  }

  /** For tests that break the disk or read the settings of the writing connection. */
  CompletableFuture<String> pragma(String pragma) {
    return chore(() -> ledger.pragma(pragma));
  }

  /**
   * Returns the text of the last failed write. Makes the writer check whether writes still fail.
   */
  Optional<String> trouble() {
    var now = trouble;
    if (now == null) return Optional.empty();
    lock.lock();
    try {
      if (!closing && chores.isEmpty() && queue.isEmpty()) {
        var _ = between(_ -> true);
      }
    } finally {
      lock.unlock();
    }
    return Optional.of(now);
  }

  /**
   * Settles everything that was submitted before, then ends the thread. Later submissions are
   * refused. The listener must not call this, because it would wait for itself.
   */
  void close() {
    if (Thread.currentThread().equals(thread)) {
      throw new IllegalStateException("a listener cannot close the store it listens to");
    }
    lock.lock();
    try {
      closing = true;
      arrived.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private interface Chore<T> {
    T run() throws Exception;
  }

  private <T> CompletableFuture<T> chore(Chore<T> chore) {
    var result = new CompletableFuture<T>();
    lock.lock();
    try {
      if (closing) {
        result.completeExceptionally(new StoreException("The store is closed."));
        return result;
      }
      chores.add(
          () -> {
            try {
              result.complete(chore.run());
            } catch (WriteFailure e) {
              noteTrouble(e);
              result.completeExceptionally(new StoreException(e.text(), e));
            } catch (Exception | Error e) {
              result.completeExceptionally(new StoreException("Failed in the store: " + e, e));
            }
          });
      wake();
    } finally {
      lock.unlock();
    }
    return result;
  }

  private void wake() {
    if (waiting) {
      waiting = false;
      arrived.signal();
    }
  }

  private void run() {
    var taken = new ArrayList<Submission>();
    while (true) {
      Runnable chore;
      lock.lock();
      try {
        while (queue.isEmpty() && chores.isEmpty()) {
          if (closing) {
            ended = true;
            refusing = true;
            break;
          }
          waiting = true;
          arrived.awaitUninterruptibly();
          waiting = false;
        }
        var full = queue;
        queue = taken;
        taken = full;
        chore = chores.poll();
      } finally {
        lock.unlock();
      }
      if (taken.isEmpty() && chore == null) break;
      settleAll(taken);
      taken.clear();
      if (chore != null) chore.run();
    }
    refuseLate();
  }

  private void settleAll(List<Submission> taken) {
    diskFailure = null;
    int from = 0;
    while (from < taken.size()) {
      int to = from;
      long chars = 0;
      while (to < taken.size() && to - from < MOST_UNITS && chars < MOST_CHARS) {
        chars += size(taken.get(to));
        to++;
      }
      settle(taken.subList(from, to));
      from = to;
    }
  }

  private static long size(Submission submission) {
    long chars = 0;
    var writes = submission.unit().writes();
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i) instanceof AppendEntry(var message)) {
        chars += message.content().length() + message.extras().length();
      }
    }
    return chars;
  }

  private void settle(List<Submission> batch) {
    var refusals = new @Nullable Refusal[batch.size()];
    attempt(batch, 0, batch.size(), refusals);
    refusedOwners.settled(batch);
    var settled = new ArrayList<Settled>(batch.size());
    for (int i = 0; i < refusals.length; i++) settled.add(new Settled(batch.get(i), refusals[i]));
    tell(settled);
  }

  private void attempt(List<Submission> batch, int from, int to, @Nullable Refusal[] refusals) {
    var admitted = new ArrayList<Submission>(to - from);
    for (int i = from; i < to; i++) {
      var submission = batch.get(i);
      if (fenced != null) {
        refusals[i] = fenced.refusal();
      } else if (refusedOwners.isRefused(submission)) {
        refusals[i] = new Refusal(RefusedOwners.BY_ASSOCIATION);
      } else {
        refusals[i] = null;
        if (submission.unit().writes().isEmpty()) continue;
        if (diskFailure == null) {
          admitted.add(submission);
        } else if (submission.unit().required()) {
          refusals[i] = refuse(submission, diskFailure);
        }
      }
    }
    if (admitted.isEmpty()) return;
    try {
      long start = numbers.commits().start();
      ledger.commit(admitted);
      numbers.commits().since(start);
      numbers.stored(messages(admitted));
      trouble = null;
    } catch (WriteFailure failure) {
      numbers.failed();
      noteTrouble(failure);
      switch (failure.fault()) {
        case OWNER -> {
          fenced = failure;
          attempt(batch, from, to, refusals);
        }
        case DISK -> {
          diskFailure = failure;
          attempt(batch, from, to, refusals);
        }
        case UNIT, UNCLEAR -> {
          if (to - from > 1) {
            int middle = (from + to) >>> 1;
            attempt(batch, from, middle, refusals);
            attempt(batch, middle, to, refusals);
          } else if (batch.get(from).unit().required()) {
            refusals[from] = refuse(batch.get(from), failure);
          }
        }
      }
      return;
    }
    troubles.guard("The notice of commits to the event feed", committed);
  }

  private Refusal refuse(Submission submission, WriteFailure failure) {
    refusedOwners.add(submission);
    return failure.refusal();
  }

  private static int messages(List<Submission> stored) {
    int count = 0;
    for (var submission : stored) {
      var writes = submission.unit().writes();
      for (int i = 0; i < writes.size(); i++) if (writes.get(i) instanceof AppendEntry) count++;
    }
    return count;
  }

  private void noteTrouble(WriteFailure failure) {
    if (failure.fault() == Fault.UNIT) return;
    if (trouble == null) {
      log.warn("{}", failure.text(), failure.getCause());
    }
    trouble = failure.text();
  }

  private void tell(List<Settled> settled) {
    var told = listener;
    if (told == null) return;
    try {
      told.settled(Collections.unmodifiableList(settled));
    } catch (RuntimeException | Error e) {
      log.error("The listener failed on {} settled units", settled.size(), e);
    }
  }

  /** Refuses late submissions. Only the thread that set {@code refusing} runs this. */
  private void refuseLate() {
    while (true) {
      var settled = new ArrayList<Settled>();
      lock.lock();
      try {
        for (var submission = late.poll(); submission != null; submission = late.poll()) {
          settled.add(new Settled(submission, new Refusal(CLOSED)));
        }
        if (settled.isEmpty()) {
          refusing = false;
          return;
        }
      } finally {
        lock.unlock();
      }
      tell(settled);
    }
  }
}
