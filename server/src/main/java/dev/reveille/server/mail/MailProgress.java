package dev.reveille.server.mail;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.channel.ChannelEffect;
import dev.reveille.server.delivery.Cells;
import dev.reveille.server.delivery.Copies;
import dev.reveille.server.kernel.Host;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tracks which entries of its mailbox one session has settled.
 *
 * <p>An entry is settled once the socket took it or the agent chose not to see it. If the agent
 * confirms entries, taking one does not settle it. Each entry is settled by itself: a later entry
 * does not settle one that waits for a sleeping agent or did not fit the agent's buffer. Progress
 * is stored lazily, so a crash may repeat the last entries. It never skips one.
 */
public final class MailProgress implements Copies.Taken {
  private static final Duration LAZINESS = Duration.ofSeconds(1);

  /** The most copies that wait for a report. */
  private static final int MOST_COPIES = 256;

  /**
   * The progress that a session leaves to the next session of its agent.
   *
   * @param upTo all entries up to here are settled
   * @param ahead entries after it that are settled too
   * @param unshown entries that this session certainly did not show
   * @param shown entries that its socket took
   */
  record Left(long upTo, String ahead, String unshown, String shown) {}

  /** The progress of a session that never got mail. */
  static final Left NOTHING = new Left(0, "", "", "");

  private final SessionId session;
  private final String agent;
  private final boolean confirm;
  private final Set<String> kinds;
  private final Host host;
  private final TimerQueue timers;

  /** The next seq to deliver. Owned by the effects thread. */
  private long next;

  /** The agents that this agent has muted. Owned by the effects thread. */
  private Set<String> muted;

  /** True if the inbox has references. Changed by the effects thread; others may read it. */
  private volatile boolean references;

  /**
   * Guarded by this monitor: the effects thread and the socket's thread change it, a timer reads
   * it.
   */
  private long upTo;

  /** Entries that are settled although some before them are not; null if there are none. */
  private @Nullable SeqRanges ahead;

  /** Entries that were held back from a sleeping agent and never sent; null if there are none. */
  private @Nullable SeqRanges unshown;

  /** Entries that the socket took; null if there are none. */
  private @Nullable SeqRanges shown;

  /**
   * Messages of channels that the socket took and that are not reported; null if there are none.
   */
  private @Nullable List<MailboxCommand.Copy> copies;

  private boolean changed;
  private boolean scheduled;

  /**
   * Starts with the progress that the mailbox cell has: all entries before the first that waits are
   * settled.
   */
  MailProgress(MailEffect.OpenMail opened, Host host, TimerQueue timers) {
    session = opened.session();
    agent = opened.agent();
    confirm = opened.confirm();
    kinds = Set.copyOf(opened.kinds());
    next = opened.to() + 1;
    upTo = opened.from() - 1;
    if (!opened.ahead().isEmpty()) ahead = SeqRanges.of(opened.ahead());
    muted = Set.copyOf(opened.muted());
    references = opened.references();
    this.host = host;
    this.timers = timers;
  }

  public String agent() {
    return agent;
  }

  /** Returns an entry of the mailbox as this session knows it. Any thread may call it. */
  public ServerMessage.Msg known(ServerMessage.Msg entry) {
    return entry.isMsg() || kinds.contains(entry.type()) ? entry : entry.asMsg();
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
    SeqRanges.of(left.shown()).forEach((first, last) -> show(first, Math.min(last, newest)));
  }

  /** Notes that the socket took this entry. This settles it, unless the agent confirms entries. */
  public void taken(long seq) {
    taken(seq, seq);
  }

  /** Notes that the socket took all entries from first to last. */
  void taken(long first, long last) {
    boolean news = show(first, last);
    if (!confirm) settle(first, last);
    else if (news) reportSoon();
  }

  private synchronized boolean show(long first, long last) {
    if (last < first) return false;
    if (shown == null) shown = new SeqRanges();
    return shown.add(first, last);
  }

  /** Notes that the inbox has a reference, so that copies of messages must be reported. */
  void referred() {
    references = true;
  }

  /** Takes note of copies that settle references. The agent that confirms settles them itself. */
  @Override
  public void copied(String channel, long first, long last) {
    if (!confirm && references) add(new MailboxCommand.Copy(channel, first, last, 0));
  }

  /** Notes that the socket took a message that was just posted and mentions the agent. */
  void copied(ChannelEffect.Mentioned said) {
    if (!confirm) passOver(said);
  }

  /** Notes that the agent does not want a message that was just posted and mentions it. */
  void passOver(ChannelEffect.Mentioned said) {
    add(new MailboxCommand.Copy(said.channel(), said.seq(), said.seq(), said.ts()));
  }

  private void add(MailboxCommand.Copy copy) {
    boolean many;
    synchronized (this) {
      if (copies == null) copies = new ArrayList<>();
      copies.add(copy);
      many = copies.size() >= MOST_COPIES;
    }
    if (many) reportCopies();
    else reportSoon();
  }

  private void reportCopies() {
    List<MailboxCommand.Copy> taken;
    synchronized (this) {
      taken = copies;
      copies = null;
    }
    if (taken != null) host.tell(Cells.mailbox(agent), new MailboxCommand.Copied(taken));
  }

  /** Settles this entry: it is confirmed, or the agent chose not to see it. */
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
  public synchronized boolean isSettled(long seq) {
    return seq <= upTo || (ahead != null && ahead.contains(seq));
  }

  /** Returns the progress for the agent's next session. */
  synchronized Left left() {
    return new Left(upTo, text(ahead), text(unshown), text(shown));
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
    reportCopies();
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
    reportCopies();
    Left now;
    synchronized (this) {
      scheduled = false;
      if (!changed) return;
      changed = false;
      now = left();
    }
    host.tell(
        Cells.mailbox(agent),
        new MailboxCommand.Delivered(session, now.upTo(), now.ahead(), now.unshown(), now.shown()));
  }
}
