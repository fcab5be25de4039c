package dev.reveille.server.store;

import dev.reveille.server.kernel.Recorder;
import java.util.concurrent.atomic.LongAdder;

/** Counts the commits, messages and failures of a store. */
public final class StoreNumbers {
  private final Recorder commits = new Recorder();
  private final LongAdder messages = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /** Returns the durations of commits. */
  public Recorder commits() {
    return commits;
  }

  /** Returns the number of messages stored since the start. */
  public long messages() {
    return messages.sum();
  }

  /** Returns the number of transactions that failed since the start, for any reason. */
  public long failures() {
    return failures.sum();
  }

  void failed() {
    failures.increment();
  }

  void stored(int more) {
    messages.add(more);
  }
}
