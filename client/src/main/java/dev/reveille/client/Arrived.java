package dev.reveille.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries that came and that nobody has taken yet, in their order.
 *
 * <p>Adding never blocks the connection, because answers to requests come over it too. The queue is
 * bounded in number and characters; above the limit it drops the oldest entries and counts them.
 */
final class Arrived {
  static final int MAX_MESSAGES = 10_000;
  static final long MAX_CHARS = 64L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Incoming> unread = new ArrayDeque<>();
  private final ClientTime time;
  private long chars;
  private long dropped;
  private @Nullable ClientException ended;

  Arrived(ClientTime time) {
    this.time = time;
  }

  void add(Incoming incoming) {
    lock.lock();
    try {
      unread.add(incoming);
      chars += incoming.json().length();
      while (unread.size() > MAX_MESSAGES || (chars > MAX_CHARS && unread.size() > 1)) {
        remove();
        dropped++;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Says that no more entries come. Those that came can still be taken. */
  void end(ClientException cause) {
    lock.lock();
    try {
      ended = cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long dropped() {
    lock.lock();
    try {
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  /** Hands every entry to the listener, one at a time, on a virtual thread of its own. */
  void handTo(Consumer<Incoming> listener) {
    Thread.ofVirtual()
        .name("reveille-listener")
        .start(
            () -> {
              try {
                while (true) next(Duration.ofDays(1)).ifPresent(listener);
              } catch (ClientException e) {
                // the session is over, so no more entries come
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /**
   * Removes and returns the oldest entry. Returns empty if none came in time.
   *
   * @throws ClientException if no more can come
   */
  Optional<Incoming> next(Duration timeout) throws InterruptedException {
    lock.lock();
    try {
      return peek(time.millis() + timeout.toMillis()).map(_ -> remove());
    } finally {
      lock.unlock();
    }
  }

  /** Returns the oldest entry and leaves it in the queue. Waits until the deadline. */
  Optional<Incoming> peek(long deadlineMillis) throws InterruptedException {
    lock.lock();
    try {
      while (unread.isEmpty()) {
        if (ended != null) throw ended;
        long left = deadlineMillis - time.millis();
        if (left <= 0) return Optional.empty();
        time.await(changed, left);
      }
      return Optional.of(unread.getFirst());
    } finally {
      lock.unlock();
    }
  }

  /** Removes the entry that {@link #peek} returned, unless another thread has removed it. */
  void take(Incoming peeked) {
    lock.lock();
    try {
      if (peeked.equals(unread.peekFirst())) remove();
    } finally {
      lock.unlock();
    }
  }

  private Incoming remove() {
    var oldest = unread.removeFirst();
    chars -= oldest.json().length();
    return oldest;
  }
}
