package dev.reveille.server.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A committer in memory whose disk fails when a test says so. Commits on the given executor. */
final class FaultyCommitter implements Committer {
  private record Life(CellId owner, long incarnation) {}

  private final Executor executor;
  private final ArrayDeque<Submission> queue = new ArrayDeque<>();
  private final Set<Life> spoiled = new HashSet<>();
  private final Map<CellId, List<Write>> durable = new HashMap<>();
  private Predicate<Unit> fails = _ -> false;
  private @Nullable Listener listener;

  FaultyCommitter(Executor executor) {
    this.executor = executor;
  }

  synchronized void failWhen(Predicate<Unit> condition) {
    fails = condition;
  }

  /** Returns what a cell would read when it is loaded. */
  synchronized List<Write> durable(CellId owner) {
    return List.copyOf(durable.getOrDefault(owner, List.of()));
  }

  @Override
  public synchronized void listener(Listener to) {
    listener = to;
  }

  @Override
  public synchronized void submit(Submission submission) {
    queue.add(submission);
    executor.execute(this::commit);
  }

  private void commit() {
    var settled = new ArrayList<Settled>();
    synchronized (this) {
      for (var next = queue.poll(); next != null; next = queue.poll()) settled.add(decide(next));
    }
    if (!settled.isEmpty()) Objects.requireNonNull(listener).settled(settled);
  }

  private Settled decide(Submission submission) {
    var unit = submission.unit();
    var life = new Life(submission.owner(), submission.incarnation());
    boolean failed = !unit.writes().isEmpty() && fails.test(unit);
    if (spoiled.contains(life) || (failed && unit.required())) {
      spoiled.add(life);
      return new Settled(submission, new Refusal("disk full"));
    }
    if (failed) return new Settled(submission, null);
    durable.computeIfAbsent(submission.owner(), _ -> new ArrayList<>()).addAll(unit.writes());
    return new Settled(submission, null);
  }
}
