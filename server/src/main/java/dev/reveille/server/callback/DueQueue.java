package dev.reveille.server.callback;

import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts due callbacks a few at a time, in the order in which they came.
 *
 * <p>Tens of thousands of callbacks can be due at one moment. Each becomes a unit in the one queue
 * of the store, and a message of an agent would wait behind all of them. With this queue it waits
 * behind a few. Never blocks.
 */
final class DueQueue {
  private static final Logger log = LoggerFactory.getLogger(DueQueue.class);

  /** A callback that waits for its turn. */
  interface DueCallback {
    /** Called once. The returned stage completes when the callback is done, with any outcome. */
    CompletionStage<?> enter();
  }

  private final int most;
  private final Queue<DueCallback> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Requested passes over the queue. The thread that raises it to 1 does all of them, so the order
   * stays.
   */
  private final AtomicInteger passes = new AtomicInteger();

  /** Creates an empty queue. */
  DueQueue(int most) {
    this.most = most;
  }

  void admit(DueCallback callback) {
    waiting.add(callback);
    look();
  }

  private void look() {
    int seen = passes.incrementAndGet();
    if (seen != 1) return;
    while (seen != 0) {
      while (inside.get() < most) {
        var callback = waiting.poll();
        if (callback == null) break;
        inside.incrementAndGet();
        enter(callback);
      }
      seen = passes.addAndGet(-seen);
    }
  }

  private void enter(DueCallback callback) {
    try {
      var _ = callback.enter().whenComplete((_, _) -> left());
    } catch (RuntimeException e) {
      log.error("A callback could not be handed over; the others go on", e);
      left();
    }
  }

  private void left() {
    inside.decrementAndGet();
    look();
  }
}
