package dev.reveille.server.store;

import dev.reveille.server.kernel.CellId;
import dev.reveille.server.kernel.Committer.Submission;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The owners that had a required unit refused and have not begun a new incarnation since.
 *
 * <p>Used only by the committing thread. An owner that submits nothing more is forgotten once
 * {@value #MOST} others were refused after it.
 */
final class RefusedOwners {
  static final int MOST = 65_536;
  static final String BY_ASSOCIATION =
      "Not stored, because a change that it builds on could not be stored. Try again.";

  private final Map<CellId, Long> incarnations =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<CellId, Long> eldest) {
          return size() > MOST;
        }
      };

  void add(Submission refused) {
    incarnations.remove(refused.owner());
    incarnations.put(refused.owner(), refused.incarnation());
  }

  /** True if this unit builds on a refused one. */
  boolean isRefused(Submission submission) {
    if (incarnations.isEmpty()) return false;
    var refused = incarnations.get(submission.owner());
    return refused != null && submission.incarnation() <= refused;
  }

  /**
   * Forgets the owners that began a new incarnation. Call it only when the outcome of all these
   * submissions is known.
   */
  void settled(List<Submission> batch) {
    if (incarnations.isEmpty()) return;
    for (var submission : batch) {
      var refused = incarnations.get(submission.owner());
      if (refused != null && submission.incarnation() > refused) {
        incarnations.remove(submission.owner());
      }
    }
  }

  int size() {
    return incarnations.size();
  }
}
