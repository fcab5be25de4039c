package dev.reveille.server.store;

import java.util.Map;

/**
 * Entries that were looked up by their ids in the event feed.
 *
 * @param byId those that still exist
 * @param looked the number of ids, from the first, that were looked up. Fewer than all if the page
 *     is full; at least one if there was one
 */
public record FoundEntries(Map<Long, StoredEntry> byId, int looked) {
  public FoundEntries {
    byId = Map.copyOf(byId);
  }
}
