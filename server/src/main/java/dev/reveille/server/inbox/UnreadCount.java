package dev.reveille.server.inbox;

import dev.reveille.protocol.InboxMessages;
import dev.reveille.server.chat.ChatParts;
import java.util.List;

/** Counts what is unread for an agent, for other features. It reads the store, so it may block. */
public final class UnreadCount {
  private final UnreadReader reader;

  public UnreadCount(ChatParts parts) {
    reader = new UnreadReader(parts, new ReadableChannels(parts));
  }

  /** Returns the same as UNREAD says to the agent while it is away. */
  public InboxMessages.Unread of(String agent) {
    return reader.count(new UnreadQuery(agent, List.of()));
  }
}
