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

  /** How long a client over the limit may read nothing. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How much would wait now if the client had read nothing since the last check. */
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

  /** True if a client with this many waiting bytes still reads. */
  boolean shrinks(long waiting, long now) {
    if (waiting < expected) {
      lastTaken = now;
    }
    expected = waiting;
    return now - lastTaken <= PATIENCE.toNanos();
  }
}
