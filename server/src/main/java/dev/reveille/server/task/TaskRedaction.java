package dev.reveille.server.task;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.TaskArtifact;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskPart;
import dev.reveille.server.chat.ChatParts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes secrets from what agents say about tasks. */
record TaskRedaction(ChatParts chat) {
  private static final String REMOVED = "\"[REDACTED]\"";

  TaskDraft of(TaskDraft draft) {
    return new TaskDraft(
        draft.to(),
        text(draft.title()),
        parts(draft.input()),
        draft.priority(),
        draft.labels().stream().map(this::text).toList(),
        draft.dueAt(),
        draft.expiry(),
        draft.blockedBy(),
        draft.parent(),
        object(draft.expectedOutput()),
        object(draft.budget()),
        object(draft.metadata()));
  }

  List<TaskPart> parts(List<TaskPart> parts) {
    return parts.stream().map(this::part).toList();
  }

  List<TaskArtifact> artifacts(List<TaskArtifact> artifacts) {
    return artifacts.stream()
        .map(
            a ->
                new TaskArtifact(
                    text(a.name()),
                    a.description() == null ? null : text(a.description()),
                    parts(a.parts())))
        .toList();
  }

  private TaskPart part(TaskPart part) {
    return switch (part) {
      case TaskPart.Text(var words) -> new TaskPart.Text(text(words));
      case TaskPart.Data(var value) -> new TaskPart.Data(json(value));
      case TaskPart.File(var url, var type, var name) ->
          new TaskPart.File(text(url), type, name == null ? null : text(name));
    };
  }

  private String text(String words) {
    return chat.redacted(words);
  }

  /** Returns JSON without secrets. A secret may reach over a quote; then nothing of it stays. */
  private String json(String value) {
    var redacted = text(value);
    return redacted.equals(value) || Json.read(redacted).isPresent() ? redacted : REMOVED;
  }

  private @Nullable String object(@Nullable String value) {
    if (value == null) return null;
    var redacted = json(value);
    return redacted.startsWith("{") ? redacted : "{\"redacted\":true}";
  }
}
