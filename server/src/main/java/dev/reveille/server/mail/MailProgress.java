package dev.reveille.server.mail;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of its mailbox one session has been handed over.
 *
 * <p>An entry is settled once the socket took it or the agent chose not to see it. Each entry is
 * settled by itself: one that waits for a sleeper, or did not fit its buffer, is not settled by a
 * later one. What is settled is stored lazily, so a crash may repeat the last moments; it never
 * skips.
 */
public final class MailProgress {
  private static final Duration LAZINESS = Duration.ofSeconds(1);

  /**
   * What a session leaves to the next one of its agent.
   *
   * @param upTo all entries up to here are settled
   * @param ahead entries beyond it that are settled too
   * @param unshown entries that this session certainly did not show
   */
  record Left(long upTo, String ahead, String unshown) {}

  /** What a session leaves that never got mail. */
  static final Left NOTHING = new Left(0, "", "");

  private final SessionId session;
  private final String agent;
  private final Host host;
  private final TimerQueue timers;

  /** The next seq to hand over. Owned by the effects' thread. */
  private long next;

  /** Whom the agent does not hear. Owned by the effects' thread. */
  private Set<String> muted;

  /** Guarded by this monitor: changed by the effects' and the socket's thread, read by a timer. */
  private long upTo;

  /** Settled though some before it are not; absent if there is none. */
  private @Nullable SeqRanges ahead;

  /** Kept back from a sleeper and never sent; absent if there is none. */
  private @Nullable SeqRanges unshown;

  private boolean changed;
  private boolean scheduled;

  /**
   * Begins where the mailbox's cell says.
   *
   * @param next the first entry that is still to come
   * @param upTo everything up to here is settled
   * @param ahead what is settled beyond it, as text
   */
  MailProgress(
      SessionId session,
      String agent,
      long next,
      long upTo,
      String ahead,
      Set<String> muted,
      Host host,
      TimerQueue timers) {
    this.session = session;
    this.agent = agent;
    this.next = next;
    this.upTo = upTo;
    if (!ahead.isEmpty()) this.ahead = SeqRanges.of(ahead);
    this.muted = muted;
    this.host = host;
    this.timers = timers;
  }

  public String agent() {
    return agent;
  }

  long next() {
    return next;
  }

  void next(long seq) {
    next = seq;
  }

  public Set<String> muted() {
    return muted;
  }

  public void muted(Set<String> agents) {
    muted = agents;
  }

  /**
   * Goes on where an earlier session ended, of which the mailbox's cell may not have heard. A
   * mailbox that was removed in between begins anew, so nothing that is to come is settled.
   */
  void goOnFrom(Left left) {
    long newest = next - 1;
    settle(1, Math.min(left.upTo(), newest));
    SeqRanges.of(left.ahead()).forEach((first, last) -> settle(first, Math.min(last, newest)));
  }

  /** The socket took this entry, or the agent chose not to see it. */
  public void settle(long seq) {
    settle(seq, seq);
  }

  /** The same for all entries from first to last. */
  public void settle(long first, long last) {
    synchronized (this) {
      if (last <= upTo || last < first) return;
      if (first <= upTo + 1 && ahead == null) {
        upTo = last;
      } else {
        if (ahead == null) ahead = new SeqRanges();
        if (!ahead.add(first, last)) return;
        upTo = ahead.goOn(upTo);
        if (ahead.isEmpty()) ahead = null;
      }
    }
    reportSoon();
  }

  /** This entry stays in the mailbox, and this session does not get it. */
  public void leaveBehind(long seq) {
    synchronized (this) {
      if (unshown == null) unshown = new SeqRanges();
      unshown.add(seq, seq);
    }
    reportSoon();
  }

  /** True if this entry is not to be sent any more. */
  synchronized boolean isSettled(long seq) {
    return seq <= upTo || (ahead != null && ahead.contains(seq));
  }

  /** Returns what the next session of the agent has to know. */
  synchronized Left left() {
    return new Left(upTo, text(ahead), text(unshown));
  }

  private static String text(@Nullable SeqRanges seqs) {
    return seqs == null ? "" : seqs.text();
  }

  private void reportSoon() {
    synchronized (this) {
      changed = true;
      if (scheduled) return;
      scheduled = true;
    }
    var _ = timers.schedule(LAZINESS, this::report);
  }

  /** The session is over: tells the mailbox's cell once more, which may have forgotten. */
  Left end() {
    var left = left();
    if (!left.equals(NOTHING)) {
      synchronized (this) {
        changed = true;
      }
      report();
    }
    return left;
  }

  /** Tells the mailbox's cell, if there is anything new. */
  private void report() {
    Left now;
    synchronized (this) {
      scheduled = false;
      if (!changed) return;
      changed = false;
      now = left();
    }
    host.tell(
        Cells.mailbox(agent),
        new MailboxCommand.Delivered(session, now.upTo(), now.ahead(), now.unshown()));
  }
}
