package dev.reveille.server.session;

/**
 * Decides when a connection is read no further, because too much of what it sent waits for its
 * answer. Part of the session, whose monitor guards it.
 */
final class ReadingPause {
  /** Messages that may wait for their answers before the connection is read no further. */
  private static final int MAX_OUTSTANDING = 128;

  /** A message longer than this is dealt with before another is read, so that few can pile up. */
  private static final int LONG = 64 << 10;

  private int outstanding;
  private boolean paused;

  /** The connection is read again when so few messages are outstanding. */
  private int resumeAt;

  /** Returns how many messages were forwarded and are not dealt with yet. */
  int outstanding() {
    return outstanding;
  }

  boolean isPaused() {
    return paused;
  }

  /** Counts a forwarded message. True if a pause begins with it. */
  boolean forwarded(int length) {
    outstanding++;
    if (length > LONG) return pause(0);
    return outstanding >= MAX_OUTSTANDING && pause(MAX_OUTSTANDING / 2);
  }

  private boolean pause(int until) {
    resumeAt = paused ? Math.min(resumeAt, until) : until;
    boolean begins = !paused;
    paused = true;
    return begins;
  }

  /** Counts a message that is dealt with. True if the pause ends with it. */
  boolean handled() {
    outstanding--;
    if (!paused || outstanding > resumeAt) return false;
    paused = false;
    return true;
  }
}
