package dev.reveille.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Messages that nobody has taken yet, in the order they came.
 *
 * <p>Bounded in number and characters: over the limit the oldest are dropped and counted, because a
 * reader that stopped would stop the answers to requests too.
 */
final class Inbox {
  static final int MAX_MESSAGES = 10_000;
  static final long MAX_CHARS = 64L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Incoming> unread = new ArrayDeque<>();
  private final ClientTime time;
  private long chars;
  private long dropped;
  private @Nullable ClientException ended;

  Inbox(ClientTime time) {
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

  /** No more will come. What is there can still be taken. */
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

  /**
   * The oldest message, taken; nothing if none came in time.
   *
   * @throws ClientException why no more can come
   */
  Optional<Incoming> next(Duration timeout) throws InterruptedException {
    lock.lock();
    try {
      return peek(time.millis() + timeout.toMillis()).map(_ -> remove());
    } finally {
      lock.unlock();
    }
  }

  /** The oldest message, left where it is. Waits until the deadline. */
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

  /** Removes a message that was peeked at, unless somebody else did. */
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
