package dev.reveille.server.task;

import java.util.List;

/** Reads the findings about waits. */
public interface TaskFindingReads {

  /**
   * A finding as the store has it.
   *
   * @param foundAt wall time
   */
  record StoredFinding(String id, String kind, long foundAt, String detail) {}

  /** Returns all findings, in order of their ids. Their number has a limit. */
  List<StoredFinding> findings();
}
