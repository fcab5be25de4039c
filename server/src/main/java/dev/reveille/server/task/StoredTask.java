package dev.reveille.server.task;

import dev.reveille.protocol.Priority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as the store has it.
 *
 * @param facts what never changes
 * @param progress what its log changed
 */
public record StoredTask(String id, Facts facts, TaskProgress progress) {

  /**
   * The facts that were given when the task was made.
   *
   * @param target {@code @agent}, {@code #channel} or {@code skill:name}
   * @param assignee the one agent that it is for; null if it is for several
   * @param content the wire fields input, expected_output, budget and metadata: JSON text without
   *     braces
   */
  public record Facts(
      String originator,
      String target,
      @Nullable String assignee,
      String title,
      Priority priority,
      List<String> labels,
      long createdAt,
      @Nullable Long dueAt,
      @Nullable String parent,
      String content) {
    public Facts {
      labels = List.copyOf(labels);
    }
  }
}
