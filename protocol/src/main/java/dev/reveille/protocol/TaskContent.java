package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a task: words, parts and results.
 *
 * @param expectedOutput a JSON object; likewise {@code budget} and {@code metadata}
 * @param log the rows after the seq that was asked for, as many as one answer has room for
 * @param more true if the log has more rows
 */
public record TaskContent(
    List<TaskPart> input,
    @Nullable String expectedOutput,
    @Nullable String budget,
    @Nullable String metadata,
    List<TaskLogEntry> log,
    boolean more) {
  public TaskContent {
    input = List.copyOf(input);
    log = List.copyOf(log);
  }

  /**
   * Returns the content of a task.
   *
   * @param fields input, expected_output, budget and metadata: JSON text without braces
   */
  public static TaskContent of(String fields, List<TaskLogEntry> log, boolean more) {
    var f = ServerFields.of(fields);
    return new TaskContent(
        TaskPart.read(f.value("input")),
        object(f, "expected_output"),
        object(f, "budget"),
        object(f, "metadata"),
        log,
        more);
  }

  /** Returns the fields from which {@link #of} makes the content of a new task. */
  public static String fields(TaskDraft draft) {
    var json = new JsonText(512);
    if (!draft.input().isEmpty()) json.raw("input", TaskPart.json(draft.input()));
    if (draft.expectedOutput() != null) json.raw("expected_output", draft.expectedOutput());
    if (draft.budget() != null) json.raw("budget", draft.budget());
    if (draft.metadata() != null) json.raw("metadata", draft.metadata());
    return json.fields();
  }

  /** Returns the artifacts of the rows of the log, oldest first. */
  public List<TaskArtifact> artifacts() {
    return log.stream().flatMap(row -> row.artifacts().stream()).toList();
  }

  /** Returns the fields as JSON text without braces. */
  String json() {
    var json = new JsonText(512).raw("input", TaskPart.json(input));
    if (expectedOutput != null) json.raw("expected_output", expectedOutput);
    if (budget != null) json.raw("budget", budget);
    if (metadata != null) json.raw("metadata", metadata);
    var rows = new StringBuilder("[");
    for (var row : log) rows.append(rows.length() > 1 ? "," : "").append(row.json());
    return json.raw("log", rows.append(']').toString()).field("more", more).fields();
  }

  /** Reads the content of a task; null if it came without. */
  static @Nullable TaskContent read(ServerFields f) {
    if (!f.has("log")) return null;
    var log = new ArrayList<TaskLogEntry>();
    for (var row : f.value("log")) log.add(TaskLogEntry.read(row));
    return new TaskContent(
        TaskPart.read(f.value("input")),
        object(f, "expected_output"),
        object(f, "budget"),
        object(f, "metadata"),
        log,
        f.flag("more"));
  }

  private static @Nullable String object(ServerFields f, String field) {
    return f.value(field).isObject() ? JsonText.of(f.value(field)) : null;
  }
}
