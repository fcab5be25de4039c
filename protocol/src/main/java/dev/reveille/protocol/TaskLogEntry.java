package dev.reveille.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A row of a task's log: something that happened to the task.
 *
 * @param seq from 1, without gaps, within the task
 * @param event what happened, in one word, such as {@code claimed}
 * @param previous the state before; null for the first row
 * @param actor the agent that did it; {@code @server} for an expiry and for a blocker that ended
 * @param detail a JSON object with what only this event has; null if it has none
 */
public record TaskLogEntry(
    long seq,
    long ts,
    String event,
    @Nullable TaskState previous,
    TaskState state,
    String actor,
    String actorName,
    List<TaskPart> message,
    List<TaskArtifact> artifacts,
    @Nullable String detail) {
  public TaskLogEntry {
    message = List.copyOf(message);
    artifacts = List.copyOf(artifacts);
  }

  /**
   * Returns the row with what was said.
   *
   * @param said message, artifacts and detail: JSON text without braces
   */
  public TaskLogEntry saying(String said) {
    if (said.isEmpty()) return this;
    var f = ServerFields.of(said);
    return new TaskLogEntry(
        seq,
        ts,
        event,
        previous,
        state,
        actor,
        actorName,
        TaskPart.read(f.value("message")),
        TaskArtifact.read(f.value("artifacts")),
        f.value("detail").isObject() ? JsonText.of(f.value("detail")) : null);
  }

  /** Returns the row as a JSON object. */
  public String json() {
    var json =
        new JsonText(256)
            .field("seq", seq)
            .field("ts", ts)
            .field("event", event)
            .field("previous", previous == null ? null : previous.name())
            .field("state", state.name())
            .field("actor", actor)
            .field("actor_name", actorName);
    if (!message.isEmpty()) json.raw("message", TaskPart.json(message));
    if (!artifacts.isEmpty()) json.raw("artifacts", TaskArtifact.json(artifacts));
    if (detail != null) json.raw("detail", detail);
    return json.text();
  }

  static TaskLogEntry read(JsonNode row) {
    var f = new ServerFields(row);
    return new TaskLogEntry(
        f.number("seq"),
        f.number("ts"),
        f.text("event"),
        TaskState.of(f.text("previous")).orElse(null),
        TaskState.of(f.text("state")).orElse(TaskState.SUBMITTED),
        f.text("actor"),
        f.text("actor_name"),
        TaskPart.read(f.value("message")),
        TaskArtifact.read(f.value("artifacts")),
        f.value("detail").isObject() ? JsonText.of(f.value("detail")) : null);
  }
}
