package dev.reveille.server.store;

import java.util.List;

/** Reads the event feed: the events, and the entries of all streams. */
public interface EventReads {
  /**
   * Returns the event feed after an id, oldest first, at most {@code limit}. A page that is full of
   * text has fewer events; only an empty page is the end.
   */
  List<StoredEvent> events(long afterId, int limit);

  /**
   * Returns the newest entries of the event feed before an id, oldest first, at most {@code limit}.
   * A page that is full of text has fewer events; only an empty page is the end.
   */
  List<StoredEvent> eventsBefore(long beforeId, int limit);

  /**
   * Returns the events of these kinds after an id, oldest first, at most {@code limit}. It looks at
   * each event after the id, but at no message.
   */
  List<StoredEvent> eventsOf(List<String> kinds, long afterId, int limit);

  /**
   * Returns, for each of these moments, the id of the newest entry of the event feed that is not
   * younger; 0 if there is none. The moments must ascend. It is a binary search over the ids, so it
   * reads few entries. If the wall clock was set back, several entries match, and it returns one of
   * them.
   */
  List<Long> eventsAt(List<Long> moments);
}
