package dev.reveille.server.edge.ws;

import java.time.Duration;

/**
 * An outbound queue over its limit.
 *
 * <p>A burst of long messages can outrun a client that reads as fast as it can. So a client over
 * the limit is closed only if it stops reading or falls too far behind. A client that continues to
 * read gets time.
 */
final class Overflow {
  /** The queue may never hold more than this many times its limit. */
  static final int MOST_LIMITS = 4;

  /** The longest time that a client over the limit may read nothing. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The bytes that would wait now if the client had read nothing since the last check. */
  private long expected;

  private long lastTaken;

  Overflow(long waiting, long now) {
    expected = waiting;
    lastTaken = now;
  }

  void added(int bytes) {
    expected += bytes;
  }

  void taken(long now) {
    lastTaken = now;
  }

  /**
   * Counts a message that is to wait behind this many bytes.
   *
   * @param limit the limit that the queue is over
   * @return false if it is too much, or the client takes nothing
   */
  boolean tolerates(long waiting, int size, int limit, long now) {
    boolean ok = waiting + size <= (long) MOST_LIMITS * limit && shrinks(waiting, now);
    added(size);
    return ok;
  }

  /** True if a client with this many waiting bytes still takes any. */
  boolean shrinks(long waiting, long now) {
    if (waiting < expected) lastTaken = now;
    expected = waiting;
    return now - lastTaken <= PATIENCE.toNanos();
  }
}
