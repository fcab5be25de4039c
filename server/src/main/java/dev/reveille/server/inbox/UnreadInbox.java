package dev.reveille.server.inbox;

import dev.reveille.protocol.SeqRanges;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.MailboxState;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.store.EntryOutline;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StreamHead;
import java.util.HashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Walks through the unread inbox of an agent, without texts: its entries in order, then the
 * messages of channels that mention it. UNREAD and the pulse count what this finds, so that nobody
 * is woken for something that PENDING does not return. It reads the store, so it may block.
 */
public final class UnreadInbox {
  private static final int PAGE = 500;

  private final Store store;
  private final Function<String, Predicate<String>> readable;

  public UnreadInbox(ChatParts parts) {
    this(parts.store(), new ReadableChannels(parts));
  }

  UnreadInbox(Store store, ReadableChannels readable) {
    this(store, agent -> readable.of(agent)::has);
  }

  UnreadInbox(Store store, Function<String, Predicate<String>> readable) {
    this.store = store;
    this.readable = readable;
  }

  /** Returns one that takes every channel for readable. Only for counts that wake nobody. */
  public static UnreadInbox ofAllChannels(Store store) {
    return new UnreadInbox(store, _ -> _ -> true);
  }

  /** Takes what is unread, one by one. */
  public interface Finder {
    /** Takes an entry of the inbox; false if no more entries are wanted. */
    boolean entry(EntryOutline entry);

    /** Takes the place of a message that mentions the agent. */
    void mention(StoredReference reference);
  }

  /**
   * Walks through the inbox.
   *
   * @param most how many mentions are looked at
   * @return how many mentions are lost, because their messages were removed
   */
  public long walk(String agent, MailboxState state, int most, Finder finder) {
    var mayRead = readable.apply(agent);
    var rule = new UnreadRule(agent, store);
    entries(store.reads(EntryReads.class), agent, state, rule, finder);
    var heads = new HashMap<String, StreamHead>();
    long lost = 0;
    for (var each : store.reads(MailReads.class).references(agent, most)) {
      if (rule.isMuted(each.sender()) || !mayRead.test(each.channel())) continue;
      var head = heads.computeIfAbsent(each.channel(), store.reads(EntryReads.class)::head);
      if (each.seq() < head.firstSeq()) lost++;
      else finder.mention(each);
    }
    return lost;
  }

  private static void entries(
      EntryReads entries, String agent, MailboxState state, UnreadRule rule, Finder finder) {
    var ahead = SeqRanges.of(state.ahead());
    long last = state.delivered();
    while (true) {
      last = ahead.goOn(last);
      var page = entries.outlines(agent, last, PAGE);
      if (page.isEmpty()) return;
      for (var entry : page) {
        last = entry.seq();
        if (ahead.contains(last) || rule.isMuted(Messages.speaker(entry))) continue;
        if (!finder.entry(entry)) return;
      }
    }
  }
}
