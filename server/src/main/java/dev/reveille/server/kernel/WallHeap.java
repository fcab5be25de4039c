package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored timers that wait for their wall time, the earliest first. It is one task of the timer
 * queue: it looks when the first timer is due, at least once per poll interval, so a jump of the
 * wall clock is noticed.
 */
/*
 * The heap is ordered by wall time, so a jump ahead changes no order: what is due is at the top. A
 * timer that waits no longer than was asked for, although the wall clock went back, has an earlier
 * fire time than its `at`. That fire time depends on how far the two clocks are apart. So when they
 * have moved apart, all fire times are computed again; for a million timers that takes well below a
 * second.
 */
final class WallHeap extends TimerQueue.Task {
  private static final Logger log = LoggerFactory.getLogger(WallHeap.class);

  private static final long NANOS = 1_000_000;

  /** The clocks may move apart by this much before fire times are computed again. */
  private static final long TOLERANCE_MILLIS = 500;

  /** A jump of this size is logged. */
  private static final long WORTH_A_LINE_MILLIS = 10_000;

  /**
   * The most timers that are taken at one look. The other tasks of the queue run between two looks.
   */
  private static final int MOST_PER_LOOK = 10_000;

  private final Clock clock;
  private final TimerQueue queue;
  private final Consumer<List<WallTimer>> due;
  private final ReentrantLock lock = new ReentrantLock();

  /** The fields from here on are guarded by the lock. */
  private final TimerHeap heap = new TimerHeap();

  private boolean queued;
  private long apart;

  /**
   * @param due gets the timers whose time has come, on the thread of the queue
   */
  WallHeap(Clock clock, TimerQueue queue, Consumer<List<WallTimer>> due) {
    this.clock = clock;
    this.queue = queue;
    this.due = due;
    apart = apart();
  }

  void add(WallTimer timer) {
    lock.lock();
    try {
      // Its fire time is right for the clocks as they are now, so all others must be, too.
      followJump();
      heap.add(fireAt(timer, clock.wallMillis(), clock.nanos()), timer);
      setAlarm();
    } finally {
      lock.unlock();
    }
  }

  void remove(WallTimer timer) {
    lock.lock();
    try {
      if (heap.remove(timer)) setAlarm();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void fire() {
    var taken = new ArrayList<WallTimer>();
    lock.lock();
    try {
      queued = false;
      followJump();
      long wall = clock.wallMillis();
      long nanos = clock.nanos();
      while (taken.size() < MOST_PER_LOOK && heap.pollDue(wall) instanceof WallTimer timer) {
        // A jump within the tolerance must not make it early.
        if (wall >= timer.at || nanos - timer.latestNanos >= 0) taken.add(timer);
        else heap.add(fireAt(timer, wall, nanos), timer);
      }
      setAlarm();
    } finally {
      lock.unlock();
    }
    due.accept(taken);
  }

  private void followJump() {
    long jump = apart() - apart;
    if (Math.abs(jump) < TOLERANCE_MILLIS) return;
    apart += jump;
    long wall = clock.wallMillis();
    long nanos = clock.nanos();
    heap.rekey(task -> fireAt((WallTimer) task, wall, nanos));
    if (heap.size() > 0 && Math.abs(jump) >= WORTH_A_LINE_MILLIS) {
      log.warn("The wall clock jumped by {} s; stored timers follow it", jump / 1000);
    }
  }

  /** Returns how many milliseconds the wall clock is ahead of the monotonic one. */
  private long apart() {
    return clock.wallMillis() - clock.nanos() / NANOS;
  }

  private static long fireAt(WallTimer timer, long wall, long nanos) {
    long left = Math.max(0, timer.latestNanos - nanos);
    return Math.max(0, Math.min(timer.at, wall + (left + NANOS - 1) / NANOS));
  }

  private void setAlarm() {
    var head = heap.head();
    // If it can not be cancelled, it is about to fire and sets the alarm itself.
    if (head == null) {
      if (queued && queue.cancel(this)) queued = false;
      return;
    }
    long most = queue.pollInterval().toMillis();
    long delay = Math.clamp(head.fireAt - clock.wallMillis(), 0, Math.max(1, most)) * NANOS;
    if (queued && (dueNanos() - clock.nanos() <= delay || !queue.cancel(this))) return;
    queued = true;
    queue.schedule(Duration.ofNanos(delay), this);
  }
}
