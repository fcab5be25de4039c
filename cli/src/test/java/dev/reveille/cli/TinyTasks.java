package dev.reveille.cli;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Priority;
import dev.reveille.protocol.RetractionMessages;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskContent;
import dev.reveille.protocol.TaskLogEntry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tasks of {@link TinyServer}: who claims a task has it, and its owner does what it likes. */
final class TinyTasks {
  private static final long NOW = 1_700_000_000_000L;

  private final Map<String, TaskView> tasks = new LinkedHashMap<>();
  private final Map<String, List<TaskLogEntry>> logs = new LinkedHashMap<>();

  /** Returns the answer; empty if the message is about something else. */
  synchronized Optional<ServerMessage> answer(ClientMessage message, String agent) {
    return Optional.ofNullable(
        switch (message) {
          case TaskMessages.Create create -> create(create, agent);
          case TaskMessages.Move move -> move(move, agent);
          case TaskMessages.Get(var id, var after) -> whole("TASK_GET", id, after);
          case TaskMessages.Watch(var id, var after, _) -> whole("TASK_WATCH", id, after);
          case TaskMessages.Tasks asked ->
              new TaskAnswers.Page(
                  tasks.values().stream()
                      .filter(t -> !asked.open() || !t.state().isOver())
                      .toList(),
                  "p9");
          case RetractionMessages.Retract(var id) ->
              new RetractionMessages.Retracted(id, agent, "#general", 7);
          default -> null;
        });
  }

  static TaskView view(
      String id, String from, String to, String title, TaskState state, @Nullable String owner) {
    return new TaskView(
        id,
        state,
        title,
        from,
        to,
        owner,
        Priority.HIGH,
        List.of("l"),
        NOW,
        NOW,
        null,
        NOW,
        null,
        1,
        List.of(),
        null,
        null);
  }

  private ServerMessage create(TaskMessages.Create create, String agent) {
    var draft = create.draft();
    var id = "task_" + "abcdefghijklmnopqrstuvwxy" + (char) ('a' + tasks.size());
    var made = view(id, agent, draft.to(), draft.title(), TaskState.SUBMITTED, null);
    tasks.put(id, made);
    logs.put(id, new ArrayList<>(List.of(row(1, "created", null, made.state(), agent))));
    return new TaskAnswers.Answer("TASK_CREATE", true, null, create.clientMsgId(), made);
  }

  private static TaskLogEntry row(
      long seq, String event, @Nullable TaskState previous, TaskState state, String agent) {
    return new TaskLogEntry(
        seq, NOW, event, previous, state, agent, "ada", List.of(), List.of(), null);
  }

  private ServerMessage move(TaskMessages.Move move, String agent) {
    var task = tasks.get(move.taskId());
    if (task == null) return none(move.taskId());
    boolean taken = move.move() == TaskMove.CLAIM && task.owner() != null;
    boolean other = move.expected() != null && move.expected() != task.state();
    if (taken || other) {
      return new TaskAnswers.Answer(
          move.type(), false, taken ? "taken" : "expected_state", move.clientMsgId(), task);
    }
    var state =
        switch (move.move()) {
          case CLAIM -> TaskState.WORKING;
          case UPDATE, EXTEND -> move.state() == null ? task.state() : move.state();
          case COMPLETE -> TaskState.COMPLETED;
          case FAIL -> TaskState.FAILED;
          case REJECT -> TaskState.REJECTED;
          case GIVE_BACK -> TaskState.SUBMITTED;
          case CANCEL -> TaskState.CANCELED;
        };
    var owner = move.move() == TaskMove.CLAIM ? agent : task.owner();
    var next = view(task.taskId(), task.from(), task.to(), task.title(), state, owner);
    var log = logs.getOrDefault(task.taskId(), new ArrayList<>());
    log.add(
        new TaskLogEntry(
            log.size() + 1,
            NOW,
            move.move().name(),
            task.state(),
            state,
            agent,
            "ada",
            move.message(),
            move.artifacts(),
            null));
    tasks.put(task.taskId(), next);
    return new TaskAnswers.Answer(move.type(), true, null, move.clientMsgId(), next);
  }

  private ServerMessage whole(String request, String id, long after) {
    var task = tasks.get(id);
    if (task == null) return none(id);
    var log = logs.getOrDefault(id, List.of()).stream().filter(r -> r.seq() > after).toList();
    return new TaskAnswers.Answer(
        request, true, null, null, task.with(TaskContent.of("", log, false)));
  }

  private static ServerMessage none(String id) {
    return new ServerMessage.Failure(ErrorCode.TASK_NOT_FOUND, "No task " + id);
  }
}
