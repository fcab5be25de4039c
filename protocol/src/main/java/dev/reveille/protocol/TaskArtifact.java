package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A result of a task: something that its owner made. */
public record TaskArtifact(String name, @Nullable String description, List<TaskPart> parts) {
  public TaskArtifact {
    parts = List.copyOf(parts);
  }

  /** Returns the artifact as a JSON object. */
  public String json() {
    var json = new JsonText(256).field("name", name);
    if (description != null) json.field("description", description);
    return json.raw("parts", TaskPart.json(parts)).text();
  }

  /** Returns the artifacts as a JSON list. */
  static String json(List<TaskArtifact> artifacts) {
    var text = new StringBuilder("[");
    for (var each : artifacts) text.append(text.length() > 1 ? "," : "").append(each.json());
    return text.append(']').toString();
  }

  /** Reads the field {@code artifacts} of a client; empty if it is absent. */
  static List<TaskArtifact> read(Fields f) throws InvalidMessage {
    if (!f.has("artifacts")) return List.of();
    var list = f.value("artifacts");
    if (!list.isArray() || list.size() > TaskLimits.ARTIFACTS) {
      throw new InvalidMessage(
          "Invalid artifacts: a list of at most " + TaskLimits.ARTIFACTS + " objects");
    }
    var artifacts = new ArrayList<TaskArtifact>();
    for (var each : list) artifacts.add(one(each));
    if (json(artifacts).length() > TaskLimits.ARTIFACTS_CONTENT) {
      throw new InvalidMessage(
          "Invalid artifacts: at most "
              + TaskLimits.ARTIFACTS_CONTENT
              + " characters of JSON; give the address of a file");
    }
    return artifacts;
  }

  private static TaskArtifact one(JsonNode artifact) throws InvalidMessage {
    if (!artifact.isObject()) throw new InvalidMessage("Invalid artifacts: objects are needed");
    var f = new Fields(artifact);
    var name = f.optional("name", TaskLimits.ARTIFACT_NAME);
    var parts = TaskPart.read(f.value("parts"), "artifacts");
    if (name == null || parts.isEmpty()) {
      throw new InvalidMessage("Invalid artifacts: each needs a name and parts");
    }
    return new TaskArtifact(name, f.optional("description", TaskLimits.DESCRIPTION), parts);
  }

  /** Reads a list of a server. */
  static List<TaskArtifact> read(JsonNode list) {
    var artifacts = new ArrayList<TaskArtifact>();
    for (var each : list) {
      var f = new ServerFields(each);
      artifacts.add(
          new TaskArtifact(
              f.text("name"), f.optional("description"), TaskPart.read(f.value("parts"))));
    }
    return artifacts;
  }
}
