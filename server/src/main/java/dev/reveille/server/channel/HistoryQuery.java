package dev.reveille.server.channel;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.store.EntryReads;
import dev.reveille.server.store.Store;
import org.jspecify.annotations.Nullable;

/** Asks for a page of a channel's history: after a seq, before one, or the newest. */
public record HistoryQuery(String channel, @Nullable Long after, @Nullable Long before, int limit)
    implements Query {

  public static Lookup<HistoryQuery> lookup(Store store) {
    return new Lookup<>(HistoryQuery.class, asked -> asked.page(store));
  }

  private ServerMessage page(Store store) {
    var head = store.reads(EntryReads.class).head(channel);
    var rows =
        after != null
            ? store.reads(EntryReads.class).after(channel, after, limit)
            : store
                .reads(EntryReads.class)
                .before(channel, before != null ? before : Long.MAX_VALUE, limit);
    var messages = rows.stream().map(Messages::wire).toList();
    long first = messages.isEmpty() ? 0 : messages.getFirst().seq();
    long last = messages.isEmpty() ? 0 : messages.getLast().seq();
    boolean more =
        !messages.isEmpty() && (after != null ? last < head.lastSeq() : first > head.firstSeq());
    return new ServerMessage.HistoryPage(channel, messages, first, last, more);
  }
}
