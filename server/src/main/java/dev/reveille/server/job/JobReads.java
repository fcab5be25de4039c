package dev.reveille.server.job;

import dev.reveille.server.kernel.CellId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the jobs that have not ended. */
public interface JobReads {
  /** Returns the open jobs of a cell, by number. A cell that starts jobs is loaded with these. */
  List<StoredJob> of(CellId owner);

  /**
   * Returns the open jobs of all cells after this one, by name and kind of the owner and by number.
   *
   * @param last the last job of the page before; null = from the first
   */
  List<StoredJob> after(@Nullable StoredJob last, int limit);
}
