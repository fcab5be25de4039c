package dev.reveille.server.store;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer;
import dev.reveille.server.kernel.Committer.Settled;
import dev.reveille.server.kernel.Committer.Submission;
import dev.reveille.server.kernel.Refusal;
import dev.reveille.server.kernel.Unit;
import dev.reveille.server.kernel.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Submits units and remembers what became of them. */
public final class Settlements implements Committer.Listener {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Committer committer;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final List<Settled> settled = new ArrayList<>();
  private int submitted;

  public Settlements(Committer committer) {
    this.committer = committer;
    committer.listener(this);
  }

  @Override
  public void settled(List<Settled> batch) {
    lock.lock();
    try {
      settled.addAll(batch);
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public Submission required(String owner, long incarnation, Write... writes) {
    return submit(owner, incarnation, Unit.required(List.of(writes), List.of(), List.of()));
  }

  public Submission bestEffort(String owner, long incarnation, Write... writes) {
    return submit(owner, incarnation, Unit.bestEffort(List.of(writes), List.of()));
  }

  public Submission barrier(String owner, long incarnation) {
    return submit(owner, incarnation, Unit.barrier(List.of()));
  }

  private Submission submit(String owner, long incarnation, Unit unit) {
    return submit(new Submission(new CellId("test", owner), incarnation, unit));
  }

  public Submission submit(Submission submission) {
    submitted++;
    committer.submit(submission);
    return submission;
  }

  /** Waits until everything submitted so far is settled. */
  public List<Settled> await() {
    if (committer instanceof MemoryStore memory) memory.commitAll();
    lock.lock();
    try {
      long left = PATIENCE.toNanos();
      while (settled.size() < submitted) {
        if (left <= 0) throw new AssertionError("settled " + settled.size() + " of " + submitted);
        left = more.awaitNanos(left);
      }
      return List.copyOf(settled);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      lock.unlock();
    }
  }

  /** One letter per settled unit: s(tored) or r(efused). */
  public String outcome() {
    var outcome = new StringBuilder();
    for (var one : await()) outcome.append(one.refusal() == null ? 's' : 'r');
    return outcome.toString();
  }

  public List<Refusal> refusals() {
    var refusals = new ArrayList<Refusal>();
    for (var one : await()) {
      if (one.refusal() != null) refusals.add(one.refusal());
    }
    return refusals;
  }
}
