package dev.reveille.server.kernel;

import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts due timers a few at a time, in the order in which they came.
 *
 * <p>Tens of thousands of timers can be due at one moment. Each becomes a unit in the one queue of
 * the store, and a message of an agent would wait behind all of them. With this queue it waits
 * behind a few. Never blocks.
 */
public final class DueQueue {
  private static final Logger log = LoggerFactory.getLogger(DueQueue.class);

  /** A due timer that waits for its turn. */
  public interface Turn {
    /**
     * Called when its turn has come. The returned stage completes when it is done, with any
     * outcome.
     */
    CompletionStage<?> enter();
  }

  private final int most;
  private final Queue<Turn> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Requested passes over the queue. The thread that raises it to 1 does all of them, so the order
   * stays.
   */
  private final AtomicInteger passes = new AtomicInteger();

  /**
   * Creates an empty queue.
   *
   * @param most how many may be started and not done
   */
  public DueQueue(int most) {
    this.most = most;
  }

  /** Adds it at the end. */
  public void admit(Turn turn) {
    waiting.add(turn);
    look();
  }

  private void look() {
    int seen = passes.incrementAndGet();
    if (seen != 1) return;
    while (seen != 0) {
      while (inside.get() < most) {
        var turn = waiting.poll();
        if (turn == null) break;
        inside.incrementAndGet();
        enter(turn);
      }
      seen = passes.addAndGet(-seen);
    }
  }

  private void enter(Turn turn) {
    try {
      var _ = turn.enter().whenComplete((_, _) -> left());
    } catch (RuntimeException e) {
      log.error("A due timer could not be handed over; the others go on", e);
      left();
    }
  }

  private void left() {
    inside.decrementAndGet();
    look();
  }
}
