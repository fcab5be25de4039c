package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer queue with one thread. The thread parks until the first timer is due, but never longer
 * than the poll interval.
 *
 * <p>So if the clock jumps or the machine was suspended, a timer is late by at most one interval.
 */
public final class ParkingTimerQueue implements TimerQueue, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ParkingTimerQueue.class);

  private final Clock clock;
  private final long pollNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;

  /** Guarded by {@code lock}. */
  private final TimerHeap heap = new TimerHeap();

  /** Guarded by {@code lock}. */
  private boolean closed;

  public ParkingTimerQueue(Clock clock, Duration pollInterval) {
    this.clock = clock;
    pollNanos = pollInterval.toNanos();
    thread = Thread.ofPlatform().name("timers").daemon().start(this::run);
  }

  @Override
  public void schedule(Duration delay, Task task) {
    lock.lock();
    try {
      heap.add(clock.nanos() + Math.max(0, delay.toNanos()), task);
      if (task.slot == 0) changed.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean cancel(Task task) {
    lock.lock();
    try {
      return heap.remove(task);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int pending() {
    lock.lock();
    try {
      return heap.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Duration pollInterval() {
    return Duration.ofNanos(pollNanos);
  }

  private void run() {
    while (true) {
      var due = awaitDue();
      if (due == null) return;
      try {
        due.fire();
      } catch (RuntimeException | Error e) {
        log.error("A timer's task failed; the other timers go on", e);
      }
    }
  }

  /** Returns the next due task, or null once the queue is closed. */
  private @Nullable Task awaitDue() {
    lock.lock();
    try {
      while (!closed) {
        long now = clock.nanos();
        var due = heap.pollDue(now);
        if (due != null) return due;
        var head = heap.head();
        long park = head == null ? pollNanos : Math.min(pollNanos, head.fireAt - now);
        try {
          var _ = changed.awaitNanos(park);
        } catch (InterruptedException e) {
          // Only close ends this thread. The interrupt may come from an earlier task.
          log.debug("Interrupted while waiting for the next timer", e);
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
  }
}
