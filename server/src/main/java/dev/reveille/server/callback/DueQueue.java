package dev.reveille.server.callback;

import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets what is due in a few at a time, in the order in which it came.
 *
 * <p>Ten thousands of callbacks can be due in one moment. Each becomes a unit in the one queue of
 * the store, and what an agent says meanwhile would have to wait behind all of them; so it waits
 * behind a few. Never blocks.
 */
final class DueQueue {
  private static final Logger log = LoggerFactory.getLogger(DueQueue.class);

  /** Somebody who waits to be let in. */
  interface Guest {
    /** Called once. What it returns is done when the guest has left, in whatever way. */
    CompletionStage<?> enter();
  }

  private final int most;
  private final Queue<Guest> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inside = new AtomicInteger();

  /** Looks that are asked for; whoever makes it 1 does all of them, so guests keep their order. */
  private final AtomicInteger looks = new AtomicInteger();

  /** With nobody inside. */
  DueQueue(int most) {
    this.most = most;
  }

  void admit(Guest guest) {
    waiting.add(guest);
    look();
  }

  private void look() {
    int seen = looks.incrementAndGet();
    if (seen != 1) return;
    while (seen != 0) {
      while (inside.get() < most) {
        var guest = waiting.poll();
        if (guest == null) break;
        inside.incrementAndGet();
        enter(guest);
      }
      seen = looks.addAndGet(-seen);
    }
  }

  private void enter(Guest guest) {
    try {
      var _ = guest.enter().whenComplete((_, _) -> left());
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
