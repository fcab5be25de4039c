package dev.reveille.server.seat;

import java.util.List;
import java.util.Optional;

/** Reads what an identity remembers: its sessions, its handoffs, what it worked on. */
public interface MemoryReads {
  /** Returns the sessions of an identity, the latest first: by the epoch of their lease. */
  List<SeatSession> sessions(String identity, int limit);

  Optional<SeatSession> session(String id);

  /**
   * Returns how many sessions of all seats were started between two wall times. A start that was
   * not tried, or that certainly failed, started none.
   */
  long starts(long since, long until);

  /** Returns handoffs with a lower number, newest first. */
  List<Handoff> handoffs(String identity, long before, int limit);

  /** Returns what an identity worked on, the latest first. */
  List<WorkedOnLast> workedOn(String identity, int limit);

  /** Returns who worked on a thing, the latest first. */
  List<WorkedOnLast> workers(String thing, int limit);
}
