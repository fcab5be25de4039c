package dev.reveille.server.store;

import dev.reveille.server.kernel.Recorder;
import java.util.concurrent.atomic.LongAdder;

/** How busy a store is. */
public final class StoreNumbers {
  private final Recorder commits = new Recorder();
  private final LongAdder messages = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /** How long commits took. */
  public Recorder commits() {
    return commits;
  }

  /** How many messages were stored since the start. */
  public long messages() {
    return messages.sum();
  }

  /** How many transactions failed since the start, whatever the reason. */
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
