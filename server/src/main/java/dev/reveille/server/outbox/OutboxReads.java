package dev.reveille.server.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the durable tells that are not handled yet. */
public interface OutboxReads {
  /** Returns the oldest tells of these cells, oldest first. A page that is full has fewer. */
  List<StoredTell> next(CellPair cells, int limit);

  /**
   * Returns cells with tells, in the order of their addresses.
   *
   * @param after the last ones of the page before; null for the first page
   */
  List<CellPair> waiting(@Nullable CellPair after, int limit);
}
