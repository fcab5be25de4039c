package dev.reveille.server.inbox;

import dev.reveille.protocol.ConfirmMessages.ChannelMark;
import dev.reveille.protocol.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question for the next unconfirmed entries of an agent.
 *
 * @param channels the channels whose unread messages follow the entries of the inbox
 * @param only which messages of these channels are entries; null = all
 * @param kinds the kinds of mailbox entries that the asker knows, besides messages
 * @param after the answer begins behind this cursor; null = with the first unconfirmed entry
 */
record PendingQuery(
    String agent,
    int limit,
    List<String> channels,
    @Nullable Filter only,
    List<String> kinds,
    @Nullable InboxCursor after) {
  PendingQuery {
    channels = List.copyOf(channels);
    kinds = List.copyOf(kinds);
  }

  /** Returns the same question about what follows the cursor. */
  PendingQuery after(InboxCursor cursor) {
    return new PendingQuery(agent, limit, channels, only, kinds, cursor);
  }

  /** Returns the last direct message that need not be in the answer. */
  long afterDirect() {
    return after == null ? 0 : after.seq();
  }

  /** Returns the last reference that need not be in the answer. */
  long afterReference() {
    return after == null ? 0 : after.reference();
  }

  /** Returns the last message of the channel that need not be in the answer; 0 if all must. */
  long after(String channel) {
    if (after == null) return 0;
    return after.channels().stream()
        .filter(mark -> mark.channel().equals(channel))
        .mapToLong(ChannelMark::seq)
        .max()
        .orElse(0);
  }
}
