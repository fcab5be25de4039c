package dev.reveille.server.store;

import java.util.Map;

/**
 * Messages that were looked up by their ids in the event feed.
 *
 * @param byId those that still exist
 * @param looked so many of the ids, from the first, were looked up. Fewer than all if the page is
 *     full; at least one if there was one
 */
public record FoundMessages(Map<Long, StoredMessage> byId, int looked) {
  public FoundMessages {
    byId = Map.copyOf(byId);
  }
}
