package dev.reveille.server.chat;

import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;

/**
 * How far one session's mailbox has been handed over.
 *
 * <p>The cursor is stored lazily, so a crash may repeat the last moments; it never skips.
 */
final class MailFlow {
  private static final Duration LAZINESS = Duration.ofSeconds(1);

  private final String agent;
  private final Host host;
  private final TimerQueue timers;

  /** The next seq to hand over. Owned by the effects' thread. */
  private long next;

  /** Guarded by this monitor: written by the socket's thread, read by the timer's. */
  private long written;

  private long reported;
  private boolean scheduled;

  MailFlow(String agent, long next, Host host, TimerQueue timers) {
    this.agent = agent;
    this.next = next;
    this.host = host;
    this.timers = timers;
  }

  String agent() {
    return agent;
  }

  long next() {
    return next;
  }

  void next(long seq) {
    next = seq;
  }

  /** The socket took everything up to here. */
  void written(long seq) {
    synchronized (this) {
      written = Math.max(written, seq);
      if (scheduled) return;
      scheduled = true;
    }
    var _ = timers.schedule(LAZINESS, this::report);
  }

  void report() {
    long upTo;
    synchronized (this) {
      scheduled = false;
      if (written <= reported) return;
      reported = written;
      upTo = written;
    }
    host.tell(Cells.mailbox(agent), new MailboxCommand.Delivered(upTo));
  }
}
