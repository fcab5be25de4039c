package dev.reveille.server.seat;

import java.util.List;

/** Reads what sessions had used by a time. */
public interface SeatUseReads {
  /**
   * Returns what a session had used, in order of time: the last note of that time or before, if
   * there is one, and all later notes.
   */
  List<StoredUse> use(String session, long from);
}
