package dev.reveille.server.task;

import dev.reveille.protocol.Priority;
import dev.reveille.protocol.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Selects tasks of a list.
 *
 * @param states empty = all
 * @param label null = any
 * @param priority null = any
 * @param agents selects by the agents that a task concerns
 */
record TaskFilter(
    Set<TaskState> states,
    boolean open,
    @Nullable String label,
    @Nullable Priority priority,
    AgentMatch agents) {
  /** The most tasks that one request looks at. */
  private static final int SCAN = 5_000;

  static final int READ_AT_ONCE = 200;

  public TaskFilter {
    states = Set.copyOf(states);
  }

  boolean fits(StoredTask task) {
    var facts = task.facts();
    var state = task.progress().state();
    return (states.isEmpty() || states.contains(state))
        && (!open || !state.isOver())
        && (label == null || facts.labels().contains(label))
        && (priority == null || facts.priority() == priority)
        && agents.fits(task);
  }

  /**
   * Tasks that fit.
   *
   * @param next the place where the next page begins; null if there is none
   */
  record Found(List<StoredTask> tasks, @Nullable Long next) {}

  /** Reads tasks from newest to oldest until a page is full or enough were looked at. */
  Found read(LongFunction<List<TaskReads.Placed>> pages, long before, int limit) {
    var found = new ArrayList<StoredTask>();
    long place = before;
    for (int looked = 0; looked < SCAN; ) {
      var page = pages.apply(place);
      if (page.isEmpty()) return new Found(found, null);
      for (var each : page) {
        looked++;
        place = each.place();
        if (fits(each.task())) found.add(each.task());
        if (found.size() == limit) return new Found(found, place);
      }
    }
    return new Found(found, place);
  }

  /** Returns the place as clients get it. */
  static @Nullable String text(@Nullable Long place) {
    return place == null ? null : "p" + Long.toString(place, 36);
  }

  /** Returns the place of a text; the newest if there is no text, empty if it is no place. */
  static OptionalLong place(@Nullable String text) {
    if (text == null) return OptionalLong.of(Long.MAX_VALUE);
    if (!text.startsWith("p")) return OptionalLong.empty();
    try {
      return OptionalLong.of(Long.parseLong(text.substring(1), 36));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
