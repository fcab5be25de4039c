package dev.reveille.server.store;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the ids of moments in the event feed.
 *
 * <p>Entries are in order of their ids, and nearly in order of time. The search starts with the
 * middle moment. Earlier moments then lie at or before its place, later moments at or after it. So
 * the many bounds of a timeline cost little more than the last steps of each search.
 */
final class MomentSearch {
  private record Entry(long id, long at) {}

  private final Reader reader;
  private final List<Long> moments;
  private final Long[] places;

  private MomentSearch(Reader reader, List<Long> moments) {
    this.reader = reader;
    this.moments = moments;
    this.places = new Long[moments.size()];
  }

  /**
   * Returns, for each moment, the id of the newest entry that is not younger. The moments must
   * ascend.
   */
  static List<Long> on(Reader reader, List<Long> moments) throws SQLException {
    var search = new MomentSearch(reader, moments);
    Arrays.fill(search.places, 0L);
    var first = search.next(0);
    if (first.isPresent()) {
      long last = search.last();
      int begin = 0;
      while (begin < moments.size() && moments.get(begin) < first.get().at()) begin++;
      search.find(begin, moments.size(), first.get().id(), last);
    }
    return List.of(search.places);
  }

  private void find(int from, int to, long low, long high) throws SQLException {
    if (from >= to) return;
    int middle = (from + to) >>> 1;
    long place = find(moments.get(middle), low, high);
    places[middle] = place;
    find(from, middle, low, place);
    find(middle + 1, to, place, high);
  }

  private long find(long moment, long first, long last) throws SQLException {
    long low = first;
    long high = last;
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      var entry = next(middle - 1);
      if (entry.isEmpty() || entry.get().at() > moment) high = middle - 1;
      else low = Math.min(high, entry.get().id());
    }
    return low;
  }

  private long last() throws SQLException {
    return reader
        .first(EventTable.EVENTS_BEFORE, row -> row.getLong(1), Long.MAX_VALUE, Long.MAX_VALUE, 1)
        .orElse(0L);
  }

  private Optional<Entry> next(long after) throws SQLException {
    return reader.first(
        EventTable.NEXT_MOMENT, row -> new Entry(row.getLong(1), row.getLong(2)), after, after);
  }
}
