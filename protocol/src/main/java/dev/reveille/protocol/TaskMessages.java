package dev.reveille.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests about tasks: TASK_CREATE, the moves of {@link TaskMove}, and questions. */
public final class TaskMessages {
  /** The scope of everything that changes a task. */
  private static final Scope CHANGES = Scope.TASK;

  static final ClientType<Create> CREATE =
      new ClientType<>("TASK_CREATE", CHANGES, Create.class, TaskFields::create, TaskFields::write);

  static final ClientType<Get> GET =
      new ClientType<>(
          "TASK_GET",
          Scope.OBSERVE,
          Get.class,
          f -> new Get(TaskFields.id(f), after(f)),
          (m, json) -> json.field("task_id", m.taskId()).field("after", m.after()));

  static final ClientType<Tasks> LIST =
      new ClientType<>(
          "TASK_LIST", Scope.OBSERVE, Tasks.class, TaskFields::tasks, TaskFields::write);

  static final ClientType<Watch> WATCH =
      new ClientType<>(
          "TASK_WATCH",
          Scope.OBSERVE,
          Watch.class,
          f -> new Watch(TaskFields.id(f), after(f), !f.has("on") || f.flag("on")),
          (m, json) -> {
            json.field("task_id", m.taskId()).field("after", m.after());
            if (!m.on()) json.field("on", false);
          });

  static final List<ClientType<?>> ALL = all();

  /** The types of this file. */
  static final MessageTypes TYPES =
      new MessageTypes(
          ALL, List.of(TaskAnswers.TASK, TaskAnswers.LIST, TaskAnswers.ENTRY, TaskAnswers.EVENT));

  private TaskMessages() {}

  private static List<ClientType<?>> all() {
    var types = new ArrayList<ClientType<?>>(List.of(CREATE, GET, LIST, WATCH));
    for (var move : TaskMove.values()) {
      types.add(
          new ClientType<>(
              move.type(), CHANGES, Move.class, f -> TaskFields.move(move, f), TaskFields::write));
    }
    return List.copyOf(types);
  }

  private static long after(Fields f) throws InvalidMessage {
    var seq = f.seq("after");
    return seq == null ? 0 : seq;
  }

  /** Creates a task. A repeat with the same key gets the first task. */
  public record Create(TaskDraft draft, @Nullable String clientMsgId)
      implements ClientMessage.Addressed {
    @Override
    public String to() {
      return draft.to();
    }

    @Override
    public Create withTo(String target) {
      return new Create(draft.withTo(target), clientMsgId);
    }

    @Override
    public boolean isRepeatable() {
      return clientMsgId != null;
    }
  }

  /**
   * Changes a task.
   *
   * @param state the next state; only for UPDATE, and absent there if the state stays
   * @param message what the agent says about it
   * @param expected the move is made only in this state; null = in any
   * @param blockedBy replaces the tasks that it waits for; only for UPDATE; null = they stay
   * @param expiry only for EXTEND
   */
  public record Move(
      TaskMove move,
      String taskId,
      @Nullable TaskState state,
      List<TaskPart> message,
      List<TaskArtifact> artifacts,
      @Nullable TaskState expected,
      @Nullable List<String> blockedBy,
      TaskExpiry expiry,
      @Nullable String clientMsgId)
      implements ClientMessage {
    /** Leaves out what this move does not have. */
    public Move {
      boolean update = move == TaskMove.UPDATE;
      state = update ? state : null;
      message = List.copyOf(message);
      artifacts = move.isOwners() ? List.copyOf(artifacts) : List.of();
      blockedBy = update && blockedBy != null ? blockedBy.stream().distinct().toList() : null;
      expiry = move == TaskMove.EXTEND ? expiry : TaskExpiry.NEVER;
    }

    /** Returns a move that says nothing more. */
    public static Move of(TaskMove move, String taskId) {
      return new Move(move, taskId, null, List.of(), List.of(), null, null, TaskExpiry.NEVER, null);
    }

    /** Returns the same move with these words and results. */
    public Move saying(List<TaskPart> words, List<TaskArtifact> results) {
      return new Move(
          move, taskId, state, words, results, expected, blockedBy, expiry, clientMsgId);
    }

    /** Returns the same move to another state. */
    public Move to(TaskState next) {
      return new Move(
          move, taskId, next, message, artifacts, expected, blockedBy, expiry, clientMsgId);
    }

    /** Returns the same move, to be made only in this state. */
    public Move expecting(TaskState present) {
      return new Move(
          move, taskId, state, message, artifacts, present, blockedBy, expiry, clientMsgId);
    }

    public Move withBlockedBy(List<String> tasks) {
      return new Move(
          move, taskId, state, message, artifacts, expected, tasks, expiry, clientMsgId);
    }

    public Move withExpiry(TaskExpiry end) {
      return new Move(
          move, taskId, state, message, artifacts, expected, blockedBy, end, clientMsgId);
    }

    public Move withClientMsgId(String key) {
      return new Move(move, taskId, state, message, artifacts, expected, blockedBy, expiry, key);
    }

    /** Returns message and artifacts as JSON text without braces. */
    public String said() {
      var json = new JsonText(256);
      if (!message.isEmpty()) json.raw("message", TaskPart.json(message));
      if (!artifacts.isEmpty()) json.raw("artifacts", TaskArtifact.json(artifacts));
      return json.fields();
    }

    @Override
    public String type() {
      return move.type();
    }

    @Override
    public boolean isRepeatable() {
      return clientMsgId != null;
    }
  }

  /**
   * Asks for a task with its content.
   *
   * @param after only entries of its log with a greater seq
   */
  public record Get(String taskId, long after) implements ClientMessage {}

  /** The relation of an agent to the tasks that it asks for. */
  public enum Part {
    /** It created them. */
    ORIGINATOR,
    /** It claimed them. */
    OWNER,
    /** It may claim them. */
    AUDIENCE
  }

  /**
   * Asks for a page of the agent's tasks, newest first.
   *
   * @param as null = all three
   * @param states empty = all
   * @param open true: only tasks that have not ended
   * @param before the place where the last page ended; null = from the newest
   */
  public record Tasks(
      @Nullable Part as,
      List<TaskState> states,
      boolean open,
      @Nullable String label,
      @Nullable Priority priority,
      int limit,
      @Nullable String before)
      implements ClientMessage {
    public Tasks {
      states = List.copyOf(states);
    }

    /** Returns a question for the newest tasks of all sorts. */
    public static Tasks all(boolean open) {
      return new Tasks(null, List.of(), open, null, null, TaskLimits.USUAL_PAGE, null);
    }
  }

  /**
   * Asks to be told of every event of a task until the session ends.
   *
   * @param after the answer has the log after this seq
   * @param on false = no longer
   */
  public record Watch(String taskId, long after, boolean on) implements ClientMessage {}
}
