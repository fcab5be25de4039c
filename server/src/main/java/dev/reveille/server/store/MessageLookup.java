package dev.reveille.server.store;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks messages up by their ids in the event feed, a number at a time, until a page is full. */
final class MessageLookup {
  private MessageLookup() {}

  /**
   * @param ids ascending or descending; at least one
   */
  static FoundMessages on(Reader reader, List<Long> ids) throws SQLException {
    boolean down = ids.getFirst() > ids.getLast();
    var room = new PageRoom<Map.Entry<Long, StoredMessage>>(row -> row.getValue().chars());
    var found = new HashMap<Long, StoredMessage>();
    for (int from = 0; from < ids.size(); from += Queries.MESSAGES_AT_ONCE) {
      var some = new Object[Queries.MESSAGES_AT_ONCE];
      for (int i = 0; i < some.length; i++) some[i] = ids.get(Math.min(from + i, ids.size() - 1));
      var rows =
          reader.list(
              down ? Queries.MESSAGES_DOWN : Queries.MESSAGES,
              row -> Map.entry(row.getLong(12), Queries.message(row)),
              room,
              some);
      for (var row : rows) found.put(row.getKey(), row.getValue());
      var refused = room.refused();
      if (refused.isPresent()) {
        return new FoundMessages(found, ids.indexOf(refused.get().getKey()));
      }
    }
    return new FoundMessages(found, ids.size());
  }
}
