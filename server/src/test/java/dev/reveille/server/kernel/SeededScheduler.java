package dev.reveille.server.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

/**
 * Runs tasks on the test's own thread in an order chosen by a seed: any ready task may be next, but
 * those of one serial line keep their order.
 */
public final class SeededScheduler implements Executor {
  private final Random random;
  private final List<ArrayDeque<Runnable>> lines = new ArrayList<>();

  public SeededScheduler(Random random) {
    this.random = random;
  }

  @Override
  public void execute(Runnable task) {
    var line = new ArrayDeque<Runnable>();
    line.add(task);
    lines.add(line);
  }

  /** An executor whose tasks keep their order among each other. */
  public Executor serial() {
    var line = new ArrayDeque<Runnable>();
    return task -> {
      line.add(task);
      if (!lines.contains(line)) lines.add(line);
    };
  }

  /** Runs one ready task; false if there is none. */
  public boolean step() {
    lines.removeIf(ArrayDeque::isEmpty);
    if (lines.isEmpty()) return false;
    lines.get(random.nextInt(lines.size())).remove().run();
    return true;
  }

  public void runAll() {
    for (int steps = 0; step(); steps++) {
      if (steps > 10_000_000) throw new AssertionError("never comes to rest");
    }
  }

  /** A machine that lost its power: nothing that was to run will. */
  public void lose() {
    lines.forEach(ArrayDeque::clear);
    lines.clear();
  }
}
