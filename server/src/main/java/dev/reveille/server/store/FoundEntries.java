package dev.reveille.server.store;

import java.util.Map;

/**
 * Messages that were looked up by their ids in the event feed.
 *
 * @param byId those that still exist
 * @param looked so many of the ids, from the first, were looked up. Fewer than all if the page is
 *     full; at least one if there was one
 */
public record FoundEntries(Map<Long, StoredEntry> byId, int looked) {
  public FoundEntries {
    byId = Map.copyOf(byId);
  }
}
