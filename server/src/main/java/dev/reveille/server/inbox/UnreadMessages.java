package dev.reveille.server.inbox;

import dev.reveille.protocol.Priority;
import dev.reveille.server.channel.FilterRule;
import dev.reveille.server.channel.FilteredText;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds the unread messages of channels to one answer. Used by one thread. Its methods block.
 *
 * <p>An answer looks at a bounded number of messages that count for the agent. What never counts
 * (its own messages, notices, muted agents, mentions that are in its inbox) has a limit of its own,
 * far greater, and is read without its text if there is much of it: otherwise a thousand notices
 * would hide the message behind them.
 */
final class UnreadMessages {
  private static final String CHANNEL = "channel";

  /** The most messages that count, and the most characters that are read. */
  private static final int MOST_EXAMINED = 1_000;

  private static final long MOST_CHARS = 4 * Store.PAGE_CHARS;

  /** The most rows that do not count. */
  private static final int MOST_PASSED = 20_000;

  private static final int OUTLINES = 500;

  private final Store store;
  private final PendingQuery query;
  private final UnreadRule rule;
  private final @Nullable FilterRule filter;
  private final SharedPages pages;
  private final PendingPage page;
  private int examined;
  private int passed;
  private long chars;

  UnreadMessages(
      Store store, PendingQuery query, UnreadRule rule, SharedPages pages, PendingPage page) {
    this.store = store;
    this.query = query;
    this.rule = rule;
    this.filter = query.only() == null ? null : new FilterRule(query.only());
    this.pages = pages;
    this.page = page;
  }

  /**
   * Adds the unread messages of a channel.
   *
   * @param mark everything up to it is read
   */
  void add(String channel, long mark) {
    long at = addFrom(channel, Math.max(mark, query.after(channel)));
    if (at > mark) page.channel(channel, at);
  }

  /** Returns the last row that is in the page or need not be. */
  private long addFrom(String channel, long from) {
    long at = from;
    boolean fruitless = false;
    while (true) {
      if (fruitless) at = pass(channel, at);
      if (isOver()) {
        if (isMore(channel, at)) page.cut();
        return at;
      }
      var rows = pages.after(channel, at);
      if (rows.isEmpty()) return at;
      fruitless = true;
      for (var row : rows) {
        if (isOver()) break;
        if (counts(row)) {
          if (!take(row)) return at;
          examined++;
          fruitless = false;
        } else {
          passed++;
        }
        chars += row.chars();
        at = row.seq();
      }
    }
  }

  private boolean isOver() {
    return examined >= MOST_EXAMINED || passed >= MOST_PASSED || chars >= MOST_CHARS;
  }

  private boolean isMore(String channel, long at) {
    return !store.reads(EntryReads.class).outlines(channel, at, 1).isEmpty();
  }

  /** Returns the last row before the next one that counts. Reads no text. */
  private long pass(String channel, long from) {
    long at = from;
    while (passed < MOST_PASSED) {
      var rows = store.reads(EntryReads.class).outlines(channel, at, OUTLINES);
      if (rows.isEmpty()) break;
      for (var row : rows) {
        boolean counts = rule.counts(row) && !rule.isReferred(row.extras());
        if (counts || passed >= MOST_PASSED) return at;
        passed++;
        at = row.seq();
      }
    }
    return at;
  }

  private boolean counts(StoredEntry row) {
    return rule.counts(row) && !rule.isReferred(row.extras());
  }

  /** False if the message must wait for another page. */
  private boolean take(StoredEntry row) {
    if (filter == null || filter.matches(text(row), query.agent())) return page.add(row, CHANNEL);
    page.passOver();
    return true;
  }

  private static FilteredText text(StoredEntry row) {
    return new FilteredText(
        Messages.speaker(row),
        row.content(),
        List.of(),
        List.of(),
        Priority.ofExtras(row.extras()));
  }
}
