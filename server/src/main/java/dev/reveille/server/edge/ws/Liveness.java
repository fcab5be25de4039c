package dev.reveille.server.edge.ws;

/**
 * Knows when a client was last heard and asked for a sign of life.
 *
 * <p>A superclass of the connection and not a part of it, because there may be very many and an
 * object costs memory. Used by the connection's loop only.
 */
abstract class Liveness {
  /**
   * A message may take this many times the longest silence to come in: what it has so far is kept
   * in memory, however alive the client shows itself meanwhile.
   */
  private static final int MESSAGE_SILENCES = 2;

  private static final long NOT_BEGUN = Long.MIN_VALUE;

  private boolean heard;
  private long lastHeard;
  private long lastPing;

  /** The time at which the unfinished message began to come in. */
  private long begun = NOT_BEGUN;

  Liveness(long now) {
    lastHeard = now;
    lastPing = now;
  }

  /** A complete frame came in: the client lives. */
  final void heard() {
    heard = true;
  }

  /** Takes note whether a message has begun to come in and not ended. */
  final void unfinished(boolean inside, long now) {
    if (!inside) {
      begun = NOT_BEGUN;
    } else if (begun == NOT_BEGUN) {
      begun = now;
    }
  }

  /** Dates what was heard since the last look. */
  final void look(long now) {
    if (heard) {
      heard = false;
      lastHeard = now;
    }
  }

  /** True if the client was silent for too long, or is too long in the middle of a message. */
  final boolean isSilent(long now, long silentAfter) {
    return now - lastHeard > silentAfter
        || (begun != NOT_BEGUN && now - begun > MESSAGE_SILENCES * silentAfter);
  }

  /** True if it is time for a ping, which the caller sends. */
  final boolean mustPing(long now, long pingEvery) {
    if (now - lastPing < pingEvery) return false;
    lastPing = now;
    return true;
  }
}
