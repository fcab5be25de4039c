package dev.reveille.server.inbox;

import dev.reveille.protocol.Names;
import dev.reveille.protocol.Priority;
import dev.reveille.server.channel.FilterRule;
import dev.reveille.server.channel.FilteredText;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PENDING whose answer waits for something. It looks at the store only if it is told that there
 * may be something, so an idle one costs no thread and no read.
 *
 * <p>A look is a pull of the session, which sends the answer or nothing. At most one is under way.
 * A hint that comes meanwhile makes it look once more, so no hint is lost. Safe for all threads.
 */
final class PendingWait {
  private final SessionId session;
  private final PendingQuery asked;
  private final @Nullable FilterRule rule;
  private final PendingWaits waits;

  /** Set before the wait is known to others. */
  private TimerQueue.@Nullable Timer timer;

  /**
   * The question of the next look: it passes what an earlier look found not to count. Used by one
   * look after the other.
   */
  private volatile PendingQuery query;

  /* Guarded by this monitor. */
  private boolean looking;
  private boolean hinted;
  private boolean last;
  private boolean answered;

  /** Pages that the next look may share. */
  private @Nullable SharedPages shared;

  /** The next look reads for itself, because one of its hints came without pages. */
  private boolean alone;

  PendingWait(InboxEffect.Ask asked, PendingWaits waits) {
    session = asked.session();
    this.asked = asked.query();
    query = this.asked;
    rule = query.only() == null ? null : new FilterRule(query.only());
    this.waits = waits;
  }

  SessionId session() {
    return session;
  }

  PendingQuery query() {
    return asked;
  }

  void timer(TimerQueue.Timer ends) {
    timer = ends;
  }

  void cancelTimer() {
    if (timer != null) timer.cancel();
  }

  /** There may be something now. */
  void hint() {
    hint(null);
  }

  /**
   * There may be something now.
   *
   * @param pages nothing was read into these before there was something; null if there are none
   */
  void hint(@Nullable SharedPages pages) {
    synchronized (this) {
      if (answered) return;
      shared = pages;
      alone |= pages == null;
      hinted = looking;
      if (looking) return;
      looking = true;
    }
    waits.pull(session, new Look());
  }

  /** Answers with what there is, also if that is nothing. */
  void finish() {
    synchronized (this) {
      last = true;
    }
    hint();
  }

  /**
   * True if a new message of a channel can end the wait. A message that mentions the agent is in
   * its inbox, which gives a hint of its own.
   */
  boolean isEndedBy(DeliveryEffect.Fanout said) {
    var message = said.message();
    var sender = message.from();
    if (sender.equals(asked.agent())) return false;
    if (sender.equals(Names.SERVER) && message.extras().isEmpty()) return false;
    if (rule == null) return true;
    return rule.matches(
        new FilteredText(
            sender, message.content(), List.of(), List.of(), Priority.ofExtras(message.extras())),
        asked.agent());
  }

  /** Reads what is pending. Ends the wait if that is something. */
  private final class Look implements Pull {
    private @Nullable PendingPage given;
    private boolean over;

    @Override
    public List<Frame> next() {
      if (over) return List.of();
      over = true;
      var page = waits.read(query, takeShared());
      while (!isAnswer(page)) {
        if (page.isBlank()) query = query.after(page.cursor());
        // Rows that do not count may hide some that do, so it goes on behind them at once.
        if (!page.isCut() && !mustLookAgain()) return List.of();
        page = waits.read(query, takeShared());
      }
      given = page;
      waits.forget(PendingWait.this);
      return List.of(waits.frame(page));
    }

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public void written() {
      if (given != null) waits.shown(asked, given);
    }
  }

  private synchronized @Nullable SharedPages takeShared() {
    var pages = alone ? null : shared;
    shared = null;
    alone = false;
    return pages;
  }

  private synchronized boolean isAnswer(PendingPage page) {
    boolean ends = !answered && (page.isSomething() || last);
    answered |= ends;
    return ends;
  }

  private synchronized boolean mustLookAgain() {
    looking = hinted && !answered;
    hinted = false;
    return looking;
  }
}
