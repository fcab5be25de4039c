package dev.reveille.server.kernel;

import java.time.Duration;

/** Timers that fire when a test moves the clock. */
public final class ManualTimers implements TimerQueue {
  private final ManualClock clock;
  private final TimerHeap heap = new TimerHeap();

  public ManualTimers(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized Timer schedule(Duration delay, Runnable task) {
    var entry = heap.add(clock.nanos() + Math.max(0, delay.toNanos()), task);
    return () -> cancel(entry);
  }

  private synchronized boolean cancel(TimerHeap.Entry entry) {
    return heap.remove(entry);
  }

  @Override
  public synchronized int pending() {
    return heap.size();
  }

  /** Moves the clock from timer to timer, up to the end of the span. */
  public void advance(Duration by) {
    long end = clock.nanos() + by.toNanos();
    while (true) {
      TimerHeap.Entry due;
      synchronized (this) {
        var head = heap.head();
        if (head == null || head.fireAt() - end > 0) break;
        clock.advance(Duration.ofNanos(Math.max(0, head.fireAt() - clock.nanos())));
        due = heap.pollDue(clock.nanos());
      }
      if (due != null) due.task().run();
    }
    clock.advance(Duration.ofNanos(end - clock.nanos()));
  }
}
