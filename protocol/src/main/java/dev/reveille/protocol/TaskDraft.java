package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as its originator describes it.
 *
 * @param to {@code @agent}, {@code #channel} or {@code skill:name}
 * @param title one line
 * @param dueAt when it should be done, in milliseconds since 1970; nothing happens then
 * @param blockedBy the tasks that must be completed before it can be claimed
 * @param parent the task that it is a part of
 * @param expectedOutput a JSON object: what is expected, and where
 * @param budget a JSON object: what it may cost
 * @param metadata a JSON object: where it comes from
 */
public record TaskDraft(
    String to,
    String title,
    List<TaskPart> input,
    Priority priority,
    List<String> labels,
    @Nullable Long dueAt,
    TaskExpiry expiry,
    List<String> blockedBy,
    @Nullable String parent,
    @Nullable String expectedOutput,
    @Nullable String budget,
    @Nullable String metadata) {
  public TaskDraft {
    input = List.copyOf(input);
    labels = labels.stream().distinct().toList();
    blockedBy = blockedBy.stream().distinct().toList();
  }

  /** Returns a task that only has a title. */
  public static TaskDraft of(String to, String title) {
    return new TaskDraft(
        to,
        title,
        List.of(),
        Priority.NORMAL,
        List.of(),
        null,
        TaskExpiry.NEVER,
        List.of(),
        null,
        null,
        null,
        null);
  }

  public TaskDraft withTo(String target) {
    return new TaskDraft(
        target,
        title,
        input,
        priority,
        labels,
        dueAt,
        expiry,
        blockedBy,
        parent,
        expectedOutput,
        budget,
        metadata);
  }

  public TaskDraft withInput(List<TaskPart> parts) {
    return new TaskDraft(
        to,
        title,
        parts,
        priority,
        labels,
        dueAt,
        expiry,
        blockedBy,
        parent,
        expectedOutput,
        budget,
        metadata);
  }

  /** Returns the same task with other words to find and order it by. */
  public TaskDraft withTerms(Priority urgency, List<String> words, @Nullable Long due) {
    return new TaskDraft(
        to,
        title,
        input,
        urgency,
        words,
        due,
        expiry,
        blockedBy,
        parent,
        expectedOutput,
        budget,
        metadata);
  }

  public TaskDraft withExpiry(TaskExpiry end) {
    return new TaskDraft(
        to,
        title,
        input,
        priority,
        labels,
        dueAt,
        end,
        blockedBy,
        parent,
        expectedOutput,
        budget,
        metadata);
  }

  /** Returns the same task in other relations to tasks. */
  public TaskDraft withRelations(List<String> blockers, @Nullable String whole) {
    return new TaskDraft(
        to,
        title,
        input,
        priority,
        labels,
        dueAt,
        expiry,
        blockers,
        whole,
        expectedOutput,
        budget,
        metadata);
  }

  /** Returns the same task with other JSON objects about its output, its cost and its origin. */
  public TaskDraft withContext(
      @Nullable String output, @Nullable String cost, @Nullable String origin) {
    return new TaskDraft(
        to, title, input, priority, labels, dueAt, expiry, blockedBy, parent, output, cost, origin);
  }
}
