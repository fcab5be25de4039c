package dev.reveille.server.observe;

import java.util.List;
import java.util.Optional;

/** Reads the stored numbers. A minute or an hour that was not measured has none. */
public interface NumbersReads {
  /** Returns the minutes that begin in {@code [from, to)}, oldest first, at most {@code limit}. */
  List<StoredNumbers> minutes(long from, long to, int limit);

  /** Returns the hours that begin in {@code [from, to)}, oldest first, at most {@code limit}. */
  List<StoredNumbers> hours(long from, long to, int limit);

  Optional<StoredNumbers> newestMinute();

  Optional<StoredNumbers> newestHour();
}
