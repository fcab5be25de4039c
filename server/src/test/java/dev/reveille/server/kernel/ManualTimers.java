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
  public synchronized void schedule(Duration delay, Task task) {
    heap.add(clock.nanos() + Math.max(0, delay.toNanos()), task);
  }

  @Override
  public synchronized boolean cancel(Task task) {
    return heap.remove(task);
  }

  @Override
  public synchronized int pending() {
    return heap.size();
  }

  /** Moves the clock from timer to timer, up to the end of the span. */
  public void advance(Duration by) {
    long end = clock.nanos() + by.toNanos();
    while (true) {
      Task due;
      synchronized (this) {
        var head = heap.head();
        if (head == null || head.fireAt - end > 0) break;
        clock.advance(Duration.ofNanos(Math.max(0, head.fireAt - clock.nanos())));
        due = heap.pollDue(clock.nanos());
      }
      if (due != null) due.fire();
    }
    clock.advance(Duration.ofNanos(end - clock.nanos()));
  }
}
