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
 * Tracks which entries of its mailbox one session has settled.
 *
 * <p>An entry is settled once the socket took it or the agent chose not to see it. Each entry is
 * settled by itself: a later entry does not settle one that waits for a sleeping agent or did not
 * fit the agent's buffer. Progress is stored lazily, so a crash may repeat the last entries. It
 * never skips one.
 */
public final class MailProgress {
  private static final Duration LAZINESS = Duration.ofSeconds(1);

  /**
   * The progress that a session leaves to the next session of its agent.
   *
   * @param upTo all entries up to here are settled
   * @param ahead entries after it that are settled too
   * @param unshown entries that this session certainly did not show
   */
  record Left(long upTo, String ahead, String unshown) {}

  /** The progress of a session that never got mail. */
  static final Left NOTHING = new Left(0, "", "");

  private final SessionId session;
  private final String agent;
  private final Host host;
  private final TimerQueue timers;

  /** The next seq to deliver. Owned by the effects thread. */
  private long next;

  /** The agents that this agent has muted. Owned by the effects thread. */
  private Set<String> muted;

  /**
   * Guarded by this monitor: the effects thread and the socket's thread change it, a timer reads
   * it.
   */
  private long upTo;

  /** Entries that are settled although some before them are not; null if there are none. */
  private @Nullable SeqRanges ahead;

  /** Entries that were held back from a sleeping agent and never sent; null if there are none. */
  private @Nullable SeqRanges unshown;

  private boolean changed;
  private boolean scheduled;

  /**
   * Starts with the progress that the mailbox cell has.
   *
   * @param next the first entry to deliver
   * @param upTo all entries up to here are settled
   * @param ahead settled entries after it, as text
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
   * Adds the progress of an earlier session that the mailbox cell may not have yet. If the mailbox
   * was removed in between, it starts anew, so no future entry is settled.
   */
  void goOnFrom(Left left) {
    long newest = next - 1;
    settle(1, Math.min(left.upTo(), newest));
    SeqRanges.of(left.ahead()).forEach((first, last) -> settle(first, Math.min(last, newest)));
  }

  /** Settles this entry: the socket took it, or the agent chose not to see it. */
  public void settle(long seq) {
    settle(seq, seq);
  }

  /** Settles all entries from first to last. */
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

  /** Leaves this entry in the mailbox. This session does not get it. */
  public void leaveBehind(long seq) {
    synchronized (this) {
      if (unshown == null) unshown = new SeqRanges();
      unshown.add(seq, seq);
    }
    reportSoon();
  }

  /** True if this entry must not be sent any more. */
  synchronized boolean isSettled(long seq) {
    return seq <= upTo || (ahead != null && ahead.contains(seq));
  }

  /** Returns the progress for the agent's next session. */
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

  /**
   * Ends the session's progress. Reports it to the mailbox cell once more, because the cell may
   * have been unloaded.
   */
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

  /** Reports the progress to the mailbox cell if it changed. */
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
