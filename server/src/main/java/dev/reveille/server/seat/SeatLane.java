package dev.reveille.server.seat;

import dev.reveille.protocol.SeatState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The states of a seat over a time, as its stored log has them.
 *
 * @param parts without a gap, oldest first; before the first one there was no seat, or the log of
 *     that time is gone
 * @param log the rows of the log that were read, newest first
 * @param complete false if there were more rows than were read
 */
public record SeatLane(List<Part> parts, List<StoredSeatLog> log, boolean complete) {
  private static final int PAGE = 500;
  private static final int MOST_ROWS = 4_000;

  /** A time in which a seat was in one state. */
  public record Part(long from, long to, SeatState state) {}

  public SeatLane {
    parts = List.copyOf(parts);
    log = List.copyOf(log);
  }

  /** Returns the states between two moments. It reads only the rows since the first moment. */
  public static SeatLane of(SeatReads reads, StoredSeat seat, long from, long to) {
    var rows = new ArrayList<StoredSeatLog>();
    long before = Long.MAX_VALUE;
    boolean complete = false;
    while (!complete && rows.size() < MOST_ROWS) {
      var page = reads.log(seat.seat().identity(), before, PAGE);
      rows.addAll(page);
      complete = page.size() < PAGE || page.getLast().at() < from;
      if (!page.isEmpty()) before = page.getLast().seq();
    }
    return new SeatLane(parts(rows, seat, from, to), rows, complete);
  }

  private static List<Part> parts(List<StoredSeatLog> rows, StoredSeat seat, long from, long to) {
    var parts = new ArrayList<Part>();
    var state = seat.progress().status().state();
    long end = to;
    for (var row : rows) {
      // A wall clock that was set back makes no part end before it begins.
      long at = Math.min(row.at(), end);
      if (at <= from) break;
      if (row.previous() != row.state()) {
        if (at < end) parts.add(new Part(at, end, state));
        state = row.previous();
        end = at;
      }
      if (row.seq() == 1) {
        // The first row is the definition of the seat.
        if (at < end) parts.add(new Part(at, end, state));
        return parts.reversed();
      }
    }
    if (from < end) parts.add(new Part(from, end, state));
    return parts.reversed();
  }

  /** Returns the state at the end; null if there was no seat. */
  public @Nullable SeatState last() {
    return parts.isEmpty() ? null : parts.getLast().state();
  }

  /**
   * Returns at most this many parts. If there are more, each slot of the time shows the state that
   * took the largest part of it; a seat that was lost is shown as lost however short it was.
   */
  public List<Part> cut(long from, long to, int slots) {
    if (parts.size() <= slots || to <= from) return parts;
    var cut = new ArrayList<Part>();
    int at = 0;
    for (int i = 0; i < slots; i++) {
      long begin = from + (to - from) * i / slots;
      long end = from + (to - from) * (i + 1) / slots;
      var shares = new EnumMap<SeatState, Long>(SeatState.class);
      while (at < parts.size() && parts.get(at).to() <= begin) at++;
      for (int each = at; each < parts.size() && parts.get(each).from() < end; each++) {
        var part = parts.get(each);
        shares.merge(
            part.state(), Math.min(end, part.to()) - Math.max(begin, part.from()), Long::sum);
      }
      if (shares.isEmpty()) continue;
      add(cut, begin, end, main(shares));
    }
    return cut;
  }

  private static SeatState main(EnumMap<SeatState, Long> shares) {
    if (shares.containsKey(SeatState.LOST)) return SeatState.LOST;
    return shares.entrySet().stream()
        .max(Comparator.comparingLong(share -> share.getValue()))
        .orElseThrow()
        .getKey();
  }

  private static void add(List<Part> parts, long from, long to, SeatState state) {
    var last = parts.isEmpty() ? null : parts.getLast();
    if (last != null && last.state() == state && last.to() == from) {
      parts.set(parts.size() - 1, new Part(last.from(), to, state));
    } else {
      parts.add(new Part(from, to, state));
    }
  }
}
