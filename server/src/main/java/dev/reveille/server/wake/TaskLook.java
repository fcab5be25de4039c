package dev.reveille.server.wake;

import dev.reveille.protocol.Priority;
import dev.reveille.server.decision.Reading;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The tasks that concern an agent.
 *
 * @param waiting tasks that wait for the agent
 * @param expired tasks of the agent that expired not long ago
 * @param newest the last change of one of these by somebody else, in wall milliseconds; 0 if there
 *     are none
 * @param waits the tasks that wait, one by one
 * @param ended the tasks that expired, one by one
 */
public record TaskLook(
    Reading waiting, Reading expired, long newest, List<Item> waits, List<Item> ended) {
  public static final TaskLook UNKNOWN =
      new TaskLook(Reading.UNKNOWN, Reading.UNKNOWN, 0, List.of(), List.of());
  static final TaskLook NONE = of(List.of(), List.of());

  public TaskLook {
    waits = List.copyOf(waits);
    ended = List.copyOf(ended);
  }

  /**
   * A task.
   *
   * @param from the agent that it comes from, or that asks something
   * @param newsAt when somebody else than the agent changed it last, in wall milliseconds
   */
  public record Item(String from, Priority priority, long newsAt) {}

  static TaskLook of(List<Item> waits, List<Item> ended) {
    long newest =
        Stream.concat(waits.stream(), ended.stream()).mapToLong(Item::newsAt).max().orElse(0);
    return new TaskLook(Reading.of(waits.size()), Reading.of(ended.size()), newest, waits, ended);
  }

  /** Returns only those tasks that fit. What is unknown stays unknown. */
  TaskLook only(Predicate<Item> fits) {
    if (!waiting.known() || !expired.known()) return this;
    return of(waits.stream().filter(fits).toList(), ended.stream().filter(fits).toList());
  }

  /** True if a task fits. */
  boolean has(Predicate<Item> fits) {
    return waits.stream().anyMatch(fits) || ended.stream().anyMatch(fits);
  }
}
