package dev.reveille.server.inbox;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.MailboxState;
import dev.reveille.server.mail.ReferredEntry;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is pending for an agent: first the inbox in order, then what is unread in channels. It
 * reads what is durable, a page at a time, and blocks.
 */
final class PendingReader {
  static final String DIRECT = "dm";
  static final String MENTION = "mention";

  private final Store store;
  private final Clock clock;
  private final ReadableChannels readable;

  PendingReader(ChatParts parts, ReadableChannels readable) {
    store = parts.store();
    clock = parts.clock();
    this.readable = readable;
  }

  /** Returns pages that no answer has read yet. */
  SharedPages pages() {
    return new SharedPages(store);
  }

  /**
   * Reads an answer.
   *
   * @param pages what was read of channels for the same message, and is read for it now
   */
  PendingPage read(PendingQuery query, SharedPages pages) {
    return store.together(() -> readHere(query, pages));
  }

  private PendingPage readHere(PendingQuery query, SharedPages pages) {
    var page = new PendingPage(query, clock.wallMillis());
    var rule = new UnreadRule(query.agent(), store);
    var channels = readable.of(query.agent());
    inbox(query, rule, channels, page);
    if (!page.hasMore() && !query.channels().isEmpty()) {
      channels(query, rule, channels, pages, page);
    }
    return page;
  }

  /** Returns why an entry of a mailbox is in the inbox. */
  static String because(String kind) {
    return kind.equals(StoredEntry.MESSAGE) ? DIRECT : kind.toLowerCase(Locale.ROOT);
  }

  /**
   * Some direct messages, in order.
   *
   * @param upTo all before this are in the list or need not be
   * @param complete true if there are no others
   */
  private record Direct(List<StoredEntry> entries, long upTo, boolean complete) {}

  private Direct direct(PendingQuery query, MailboxState state, UnreadRule rule) {
    var ahead = SeqRanges.of(state.ahead());
    var found = new ArrayList<StoredEntry>();
    long last = Math.max(state.delivered(), query.afterDirect());
    long chars = 0;
    while (found.size() <= query.limit() && chars <= Store.PAGE_CHARS) {
      last = ahead.goOn(last);
      var rows = store.reads(EntryReads.class).after(query.agent(), last, query.limit() + 1);
      if (rows.isEmpty()) return new Direct(found, last, true);
      for (var row : rows) {
        last = row.seq();
        if (ahead.contains(last) || rule.isMuted(Messages.speaker(row))) continue;
        chars += row.chars();
        found.add(row);
      }
    }
    return new Direct(found, last, false);
  }

  /** Adds entries of the inbox in the order of their places, as many as the page has room for. */
  private void inbox(
      PendingQuery query, UnreadRule rule, ReadableChannels.Of channels, PendingPage page) {
    var mail = store.reads(MailReads.class);
    var state = mail.mailbox(query.agent());
    page.lost(state.lost(), state.lost() - state.lostRead());
    page.direct(Math.max(state.delivered(), query.afterDirect()));
    var places = references(query, mail, rule, channels, page);
    var referred =
        places.isEmpty()
            ? List.<ReferredEntry>of()
            : mail.referred(query.agent(), places.getFirst().n() - 1, places.size());
    boolean allReferred = places.size() <= query.limit() && referred.size() >= places.size();
    var direct = direct(query, state, rule);
    int next = 0;
    int nextReferred = 0;
    while (true) {
      var entry = next < direct.entries().size() ? direct.entries().get(next) : null;
      var reference = nextReferred < referred.size() ? referred.get(nextReferred) : null;
      boolean directFirst =
          entry != null
              && (reference == null
                  ? allReferred
                  : entry.seq() <= reference.reference().afterSeq());
      if (directFirst && entry != null) {
        if (!page.add(entry, because(entry.kind()))) return;
        page.direct(entry.seq());
        page.shows(entry.seq());
        next++;
      } else if (reference != null && isNext(reference, entry, direct)) {
        if (!add(reference, rule, channels, page)) return;
        nextReferred++;
      } else {
        break;
      }
    }
    boolean allDirect = next == direct.entries().size();
    if (allDirect) page.direct(direct.upTo());
    boolean all = allDirect && nextReferred == referred.size();
    if (!all || !direct.complete() || !allReferred) page.leaves();
  }

  /**
   * Returns the references from the first one on that the agent wants, one more than the answer has
   * room for. A reference that is not wanted takes no place, however many there are.
   */
  private static List<StoredReference> references(
      PendingQuery query,
      MailReads mail,
      UnreadRule rule,
      ReadableChannels.Of channels,
      PendingPage page) {
    long passed = query.afterReference();
    while (true) {
      var next = mail.references(query.agent(), passed, query.limit() + 1);
      if (next.isEmpty()) return next;
      for (var reference : next) {
        if (isWanted(reference, rule, channels)) {
          page.references(passed);
          return mail.references(query.agent(), passed, query.limit() + 1);
        }
        passed = reference.n();
      }
      page.references(passed);
    }
  }

  private static boolean isWanted(
      StoredReference reference, UnreadRule rule, ReadableChannels.Of channels) {
    return !rule.isMuted(reference.sender()) && channels.has(reference.channel());
  }

  /** True if no direct message that was not read stands before the reference. */
  private static boolean isNext(
      ReferredEntry reference, @Nullable StoredEntry entry, Direct direct) {
    return entry != null || direct.complete() || reference.reference().afterSeq() <= direct.upTo();
  }

  /** Adds the message of a reference, unless the agent may not read it or does not want it. */
  private static boolean add(
      ReferredEntry referred, UnreadRule rule, ReadableChannels.Of channels, PendingPage page) {
    var reference = referred.reference();
    boolean wanted = isWanted(reference, rule, channels);
    if (wanted && referred.entry() == null) page.lose();
    if (wanted && referred.entry() != null && !page.add(referred.entry(), MENTION)) return false;
    page.references(reference.n());
    return true;
  }

  private void channels(
      PendingQuery query,
      UnreadRule rule,
      ReadableChannels.Of channels,
      SharedPages pages,
      PendingPage page) {
    var marks = store.reads(MarkReads.class).marks(query.agent());
    var unread = new UnreadMessages(store, query, rule, pages, page);
    for (var channel : query.channels()) {
      if (!channels.has(channel)) continue;
      var mark = marks.get(channel);
      long after = query.after(channel);
      if (mark != null) unread.add(channel, mark.seq());
      else if (after > 0) unread.add(channel, 0);
      else page.unmarked(channel, store.reads(EntryReads.class).head(channel).lastSeq());
    }
  }
}
