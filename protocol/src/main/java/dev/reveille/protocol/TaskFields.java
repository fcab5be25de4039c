package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads and writes the fields of the requests about tasks. */
final class TaskFields {
  private static final String NO_TASK =
      ": not a task; the id of a task is task_ and 26 letters or digits";
  private static final String SKILL = "skill:";

  private TaskFields() {}

  static String id(Fields f) throws InvalidMessage {
    var id = f.id("task_id");
    if (!Names.isTask(id)) throw new InvalidMessage("Invalid task_id" + NO_TASK);
    return id;
  }

  static TaskMessages.Create create(Fields f) throws InvalidMessage {
    var priority = f.priority("priority");
    return new TaskMessages.Create(
        new TaskDraft(
            target(f),
            title(f),
            TaskPart.read(f.value("input"), "input"),
            priority == null ? Priority.NORMAL : priority,
            labels(f),
            f.seq("due_at"),
            TaskExpiry.read(f),
            blockedBy(f),
            parent(f),
            object(f, "expected_output"),
            object(f, "budget"),
            object(f, "metadata")),
        f.clientMsgId());
  }

  private static String target(Fields f) throws InvalidMessage {
    var to = f.value("to").isString() ? Json.wellFormed(f.value("to").stringValue()) : "";
    boolean known =
        to.startsWith("@")
            || Names.isChannel(to)
            || (to.startsWith(SKILL)
                && !to.substring(SKILL.length()).isBlank()
                && to.length() <= SKILL.length() + TaskLimits.SKILL);
    if (!known) throw new InvalidMessage("Invalid to: @agent, #channel or skill:name");
    return to;
  }

  private static String title(Fields f) throws InvalidMessage {
    var title = f.optional("title", TaskLimits.TITLE);
    if (title == null || title.isBlank()) throw new InvalidMessage("Missing title");
    if (title.chars().anyMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029)) {
      throw new InvalidMessage("Invalid title: one line");
    }
    return title;
  }

  private static List<String> labels(Fields f) throws InvalidMessage {
    if (!f.has("labels")) return List.of();
    var list = f.value("labels");
    if (!list.isArray() || list.size() > TaskLimits.LABELS) {
      throw new InvalidMessage("Invalid labels: a list of at most " + TaskLimits.LABELS);
    }
    var labels = new ArrayList<String>();
    for (var each : list) labels.add(label(each.isString() ? each.stringValue() : ""));
    return labels;
  }

  private static String label(String label) throws InvalidMessage {
    if (label.isBlank() || label.length() > TaskLimits.LABEL) {
      throw new InvalidMessage("Invalid label: 1-" + TaskLimits.LABEL + " characters");
    }
    return Json.wellFormed(label);
  }

  private static List<String> blockedBy(Fields f) throws InvalidMessage {
    if (!f.has("blocked_by")) return List.of();
    var list = f.value("blocked_by");
    if (!list.isArray() || list.size() > TaskLimits.BLOCKED_BY) {
      throw new InvalidMessage(
          "Invalid blocked_by: a list of at most " + TaskLimits.BLOCKED_BY + " tasks");
    }
    var tasks = new ArrayList<String>();
    for (var each : list) {
      if (!each.isString() || !Names.isTask(each.stringValue())) {
        throw new InvalidMessage("Invalid blocked_by" + NO_TASK);
      }
      tasks.add(each.stringValue());
    }
    return tasks;
  }

  private static @Nullable String parent(Fields f) throws InvalidMessage {
    if (!f.has("parent")) return null;
    var id = f.id("parent");
    if (!Names.isTask(id)) throw new InvalidMessage("Invalid parent" + NO_TASK);
    return id;
  }

  private static @Nullable String object(Fields f, String field) throws InvalidMessage {
    if (!f.has(field)) return null;
    if (!f.value(field).isObject()) throw new InvalidMessage("Invalid " + field + ": an object");
    var json = Json.wellFormed(JsonText.of(f.value(field)));
    if (json.length() > TaskLimits.METADATA) {
      throw new InvalidMessage(
          "Invalid " + field + ": at most " + TaskLimits.METADATA + " characters of JSON");
    }
    return json;
  }

  static void write(TaskMessages.Create create, JsonText json) {
    var draft = create.draft();
    json.field("to", draft.to()).field("title", draft.title());
    if (!draft.input().isEmpty()) json.raw("input", TaskPart.json(draft.input()));
    if (draft.priority() != Priority.NORMAL) json.field("priority", draft.priority().word());
    if (!draft.labels().isEmpty()) json.field("labels", draft.labels());
    if (draft.dueAt() != null) json.field("due_at", draft.dueAt());
    draft.expiry().write(json);
    if (!draft.blockedBy().isEmpty()) json.field("blocked_by", draft.blockedBy());
    if (draft.parent() != null) json.field("parent", draft.parent());
    if (draft.expectedOutput() != null) json.raw("expected_output", draft.expectedOutput());
    if (draft.budget() != null) json.raw("budget", draft.budget());
    if (draft.metadata() != null) json.raw("metadata", draft.metadata());
    if (create.clientMsgId() != null) json.field("client_msg_id", create.clientMsgId());
  }

  static TaskMessages.Move move(TaskMove move, Fields f) throws InvalidMessage {
    boolean update = move == TaskMove.UPDATE;
    var expiry = move == TaskMove.EXTEND ? TaskExpiry.read(f) : TaskExpiry.NEVER;
    if (move == TaskMove.EXTEND && expiry.equals(TaskExpiry.NEVER)) {
      throw new InvalidMessage("Missing expires_at or expires_in");
    }
    var next = update ? state(f, "state") : null;
    if (next != null && (next == TaskState.SUBMITTED || next.isOver())) {
      throw new InvalidMessage("Invalid state: WORKING, INPUT_REQUIRED or AUTH_REQUIRED");
    }
    return new TaskMessages.Move(
        move,
        id(f),
        next,
        TaskPart.read(f.value("message"), "message"),
        move.isOwners() ? TaskArtifact.read(f) : List.of(),
        state(f, "expected_state"),
        update && f.has("blocked_by") ? blockedBy(f) : null,
        expiry,
        f.clientMsgId());
  }

  private static @Nullable TaskState state(Fields f, String field) throws InvalidMessage {
    if (!f.has(field)) return null;
    return state(f.value(field).isString() ? f.value(field).stringValue() : "", field);
  }

  private static TaskState state(String name, String field) throws InvalidMessage {
    return TaskState.of(name)
        .orElseThrow(() -> new InvalidMessage("Invalid " + field + ": no state of a task"));
  }

  static void write(TaskMessages.Move m, JsonText json) {
    json.field("task_id", m.taskId());
    if (m.state() != null) json.field("state", m.state().name());
    if (!m.message().isEmpty()) json.raw("message", TaskPart.json(m.message()));
    if (!m.artifacts().isEmpty()) json.raw("artifacts", TaskArtifact.json(m.artifacts()));
    if (m.expected() != null) json.field("expected_state", m.expected().name());
    if (m.blockedBy() != null) json.field("blocked_by", m.blockedBy());
    m.expiry().write(json);
    if (m.clientMsgId() != null) json.field("client_msg_id", m.clientMsgId());
  }

  static TaskMessages.Tasks tasks(Fields f) throws InvalidMessage {
    var states = new ArrayList<TaskState>();
    if (f.has("states")) {
      if (!f.value("states").isArray() || f.value("states").size() > TaskState.values().length) {
        throw new InvalidMessage("Invalid states: a list of states");
      }
      for (var each : f.value("states")) {
        states.add(state(each.isString() ? each.stringValue() : "", "states"));
      }
    }
    return new TaskMessages.Tasks(
        part(f),
        states,
        f.flag("open"),
        f.has("label")
            ? label(f.value("label").isString() ? f.value("label").stringValue() : "")
            : null,
        f.priority("priority"),
        f.limit("limit", TaskLimits.PAGE, TaskLimits.USUAL_PAGE),
        f.has("before") ? f.id("before") : null);
  }

  private static TaskMessages.@Nullable Part part(Fields f) throws InvalidMessage {
    if (!f.has("as")) return null;
    for (var part : TaskMessages.Part.values()) {
      if (f.value("as").isString() && f.value("as").stringValue().equals(word(part))) return part;
    }
    throw new InvalidMessage("Invalid as: originator, owner or audience");
  }

  private static String word(TaskMessages.Part part) {
    return part.name().toLowerCase(Locale.ROOT);
  }

  static void write(TaskMessages.Tasks m, JsonText json) {
    if (m.as() != null) json.field("as", word(m.as()));
    if (!m.states().isEmpty()) json.field("states", m.states().stream().map(Enum::name).toList());
    if (m.open()) json.field("open", true);
    if (m.label() != null) json.field("label", m.label());
    if (m.priority() != null) json.field("priority", m.priority().word());
    json.field("limit", m.limit());
    if (m.before() != null) json.field("before", m.before());
  }
}
