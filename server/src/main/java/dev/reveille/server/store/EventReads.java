package dev.reveille.server.store;

import java.util.List;

/** Reads the event feed: the events, and the entries of all streams. */
public interface EventReads {
  /**
   * The event feed after an id, oldest first, at most {@code limit}. A full page ends sooner; only
   * an empty one is the end.
   */
  List<StoredEvent> events(long afterId, int limit);

  /**
   * The newest entries of the event feed before an id, oldest first, at most {@code limit}. A full
   * page begins later; only an empty one is the end.
   */
  List<StoredEvent> eventsBefore(long beforeId, int limit);

  /**
   * For each of these moments, in ascending order, the id of the newest entry of the event feed
   * that is not younger; 0 if there is none. Halves the ids, so it looks at few entries; where the
   * wall clock was set back, it finds one of several.
   */
  List<Long> eventsAt(List<Long> moments);
}
