package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Spreads overdue timers over time: first in, first out, at most {@link #AT_ONCE} in each {@link
 * #PAUSE}. So a server that starts after a long time, or a machine that wakes up, first serves
 * those who are there.
 */
final class OverdueTimers extends TimerQueue.Task {
  /** With the pause between them: 5,000 a second. */
  static final int AT_ONCE = 500;

  static final Duration PAUSE = Duration.ofMillis(100);

  private final TimerQueue queue;
  private final Consumer<WallTimer> next;

  /** Guarded by this object's monitor, like the field after it. */
  private final Deque<WallTimer> waiting = new ArrayDeque<>();

  private boolean queued;

  OverdueTimers(TimerQueue queue, Consumer<WallTimer> next) {
    this.queue = queue;
    this.next = next;
  }

  synchronized void add(Collection<WallTimer> timers) {
    waiting.addAll(timers);
    if (!queued) schedule(Duration.ZERO);
  }

  private void schedule(Duration delay) {
    queued = !waiting.isEmpty();
    if (queued) queue.schedule(delay, this);
  }

  @Override
  protected void fire() {
    var now = new ArrayList<WallTimer>(AT_ONCE);
    synchronized (this) {
      while (now.size() < AT_ONCE && !waiting.isEmpty()) now.add(waiting.remove());
      schedule(PAUSE);
    }
    now.forEach(next);
  }
}
