package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as the server shows it.
 *
 * @param from the originator
 * @param to {@code @agent}, {@code #channel} or {@code skill:name}
 * @param owner the agent that claimed it; null if nobody has
 * @param seq the seq of the newest row of its log
 * @param cleanupUntil until then the owner of a canceled task may still add to it; null if it may
 *     not
 * @param blockedBy the tasks that it still waits for
 * @param content null in lists and in short answers
 */
public record TaskView(
    String taskId,
    TaskState state,
    String title,
    String from,
    String to,
    @Nullable String owner,
    Priority priority,
    List<String> labels,
    long createdAt,
    long updatedAt,
    @Nullable Long dueAt,
    @Nullable Long expiresAt,
    @Nullable Long cleanupUntil,
    long seq,
    List<String> blockedBy,
    @Nullable String parent,
    @Nullable TaskContent content) {
  public TaskView {
    labels = List.copyOf(labels);
    blockedBy = List.copyOf(blockedBy);
  }

  /** Returns the same task with its content. */
  public TaskView with(TaskContent all) {
    return new TaskView(
        taskId,
        state,
        title,
        from,
        to,
        owner,
        priority,
        labels,
        createdAt,
        updatedAt,
        dueAt,
        expiresAt,
        cleanupUntil,
        seq,
        blockedBy,
        parent,
        all);
  }

  /** Returns the task as a JSON object. */
  public String json() {
    var json =
        new JsonText(512)
            .field("task_id", taskId)
            .field("state", state.name())
            .field("title", title)
            .field("from", from)
            .field("to", to)
            .field("owner", owner)
            .field("priority", priority.word())
            .field("labels", labels)
            .field("created_at", createdAt)
            .field("updated_at", updatedAt);
    if (dueAt != null) json.field("due_at", dueAt);
    if (expiresAt != null) json.field("expires_at", expiresAt);
    if (cleanupUntil != null) json.field("cleanup_until", cleanupUntil);
    json.field("seq", seq).field("blocked_by", blockedBy);
    if (parent != null) json.field("parent", parent);
    if (content != null) json.rawFields(content.json());
    return json.text();
  }

  static TaskView read(ServerFields f) {
    return new TaskView(
        f.text("task_id"),
        TaskState.of(f.text("state")).orElse(TaskState.SUBMITTED),
        f.text("title"),
        f.text("from"),
        f.text("to"),
        f.optional("owner"),
        Priority.of(f.text("priority")).orElse(Priority.NORMAL),
        f.texts("labels"),
        f.number("created_at"),
        f.number("updated_at"),
        time(f, "due_at"),
        time(f, "expires_at"),
        time(f, "cleanup_until"),
        f.number("seq"),
        f.texts("blocked_by"),
        f.optional("parent"),
        TaskContent.read(f));
  }

  private static @Nullable Long time(ServerFields f, String field) {
    return f.value(field).isNumber() ? (Long) f.number(field) : null;
  }
}
