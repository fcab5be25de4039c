package dev.reveille.server.inbox;

import dev.reveille.protocol.InboxMessages;
import dev.reveille.protocol.Priority;
import dev.reveille.server.channel.MarkReads;
import dev.reveille.server.channel.ReadMark;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.limits.ChatConfig;
import dev.reveille.server.mail.MailReads;
import dev.reveille.server.mail.StoredReference;
import dev.reveille.server.store.EntryOutline;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StreamHead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts what is unread. It reads no text, and not more rows than its limits say. */
final class UnreadReader {
  /** The most unread messages of a channel that are counted. */
  private static final int MOST_COUNTED = 1_000;

  /** The most rows of channels that one answer looks at. */
  private static final int MOST_ROWS = 20_000;

  private static final int PAGE = 500;

  private final Store store;
  private final ChatConfig config;
  private final ReadableChannels readable;
  private final UnreadInbox inbox;

  UnreadReader(ChatParts parts, ReadableChannels readable) {
    store = parts.store();
    config = parts.config();
    this.readable = readable;
    inbox = new UnreadInbox(store, readable);
  }

  Lookup<UnreadQuery> lookup() {
    return new Lookup<>(UnreadQuery.class, this::count);
  }

  InboxMessages.Unread count(UnreadQuery asked) {
    return new Count(asked).answer();
  }

  /** One answer while it is made. */
  private final class Count {
    private final UnreadQuery asked;
    private final UnreadRule rule;
    private final Map<String, long[]> kinds = new TreeMap<>();
    private final Map<String, StreamHead> heads = new HashMap<>();
    private long lost;
    private long total;
    private int rows;

    private Count(UnreadQuery asked) {
      this.asked = asked;
      rule = new UnreadRule(asked.agent(), store);
    }

    private InboxMessages.Unread answer() {
      var channels = readable.of(asked.agent());
      kinds.put(PendingReader.DIRECT, new long[Priority.values().length]);
      kinds.put(PendingReader.MENTION, new long[Priority.values().length]);
      inbox();
      var all = new LinkedHashSet<>(channels.stored());
      all.addAll(asked.present());
      var marks = store.reads(MarkReads.class).marks(asked.agent());
      var counted = new ArrayList<InboxMessages.UnreadChannel>();
      for (var channel : all) counted.add(channel(channel, marks.get(channel)));
      var inbox = new ArrayList<InboxMessages.KindCounts>();
      kinds.forEach((kind, c) -> inbox.add(new InboxMessages.KindCounts(kind, c[0], c[1], c[2])));
      return new InboxMessages.Unread(total, inbox, lost, counted);
    }

    @SuppressWarnings("EnumOrdinal") // In memory only.
    private void count(String kind, Priority priority) {
      kinds.computeIfAbsent(kind, _ -> new long[Priority.values().length])[priority.ordinal()]++;
      total++;
    }

    private void inbox() {
      var state = store.reads(MailReads.class).mailbox(asked.agent());
      lost = state.lost() - state.lostRead();
      lost +=
          inbox.walk(
              asked.agent(),
              state,
              config.mailboxMax(),
              new UnreadInbox.Finder() {
                @Override
                public boolean entry(EntryOutline entry) {
                  count(PendingReader.because(entry.kind()), Priority.ofExtras(entry.extras()));
                  return true;
                }

                @Override
                public void mention(StoredReference reference) {
                  count(PendingReader.MENTION, reference.priority());
                }
              });
    }

    private StreamHead head(String channel) {
      return heads.computeIfAbsent(channel, store.reads(EntryReads.class)::head);
    }

    private InboxMessages.UnreadChannel channel(String channel, @Nullable ReadMark mark) {
      var head = head(channel);
      long read = mark == null ? head.lastSeq() : mark.seq();
      long unread = 0;
      long first = 0;
      long at = read;
      boolean more = false;
      while (at < head.lastSeq() && !more) {
        var page = store.reads(EntryReads.class).outlines(channel, at, PAGE);
        if (page.isEmpty()) break;
        for (var entry : page) {
          boolean counts = rule.counts(entry);
          more = rows >= MOST_ROWS || (counts && unread >= MOST_COUNTED);
          if (more) break;
          rows++;
          at = entry.seq();
          if (!counts) continue;
          if (first == 0) first = at;
          unread++;
          if (!rule.isReferred(entry.extras())) total++;
        }
      }
      return new InboxMessages.UnreadChannel(channel, unread, more, first, head.lastSeq(), read);
    }
  }
}
