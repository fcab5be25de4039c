package dev.reveille.server.inbox;

import dev.reveille.protocol.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question for the next unconfirmed entries of an agent.
 *
 * @param channels the channels whose unread messages follow the entries of the inbox
 * @param only which messages of these channels are entries; null = all
 * @param kinds the kinds of mailbox entries that the asker knows, besides messages
 */
record PendingQuery(
    String agent, int limit, List<String> channels, @Nullable Filter only, List<String> kinds) {
  PendingQuery {
    channels = List.copyOf(channels);
    kinds = List.copyOf(kinds);
  }
}
