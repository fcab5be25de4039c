package dev.reveille.protocol;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers and events about tasks: TASK, TASK_LIST and TASK_EVENT. */
public final class TaskAnswers {
  /** The type of events of tasks, on the wire and as a kind of entries. */
  public static final String EVENT_TYPE = "TASK_EVENT";

  static final ServerType<Answer> TASK =
      new ServerType<>(
          "TASK",
          Answer.class,
          TaskAnswers::answer,
          (m, json) -> {
            json.field("request", m.request()).field("ok", m.ok());
            if (m.reason() != null) json.field("reason", m.reason());
            if (m.clientMsgId() != null) json.field("client_msg_id", m.clientMsgId());
            json.raw("task", m.task().json());
          },
          Set.of(
              TaskMessages.Create.class,
              TaskMessages.Move.class,
              TaskMessages.Get.class,
              TaskMessages.Watch.class),
          TaskAnswers::answers);

  static final ServerType<Page> LIST =
      new ServerType<>(
              "TASK_LIST",
              Page.class,
              f ->
                  new Page(
                      f.objects("tasks").stream().map(TaskView::read).toList(),
                      f.optional("before")),
              (m, json) -> {
                json.raw("tasks", list(m.tasks()));
                if (m.before() != null) json.field("before", m.before());
              })
          .answering(TaskMessages.Tasks.class);

  /** An event that is an entry of the agent's mailbox. */
  static final ServerType<ServerMessage.Msg> ENTRY =
      new ServerType<>(
          EVENT_TYPE,
          ServerMessage.Msg.class,
          f -> f.has("from") ? ChatMessages.entry(f) : null,
          (_, _) -> {
            throw new IllegalStateException("an entry is written as such");
          });

  /** An event of a task that the session watches. */
  static final ServerType<Event> EVENT =
      new ServerType<>(
          EVENT_TYPE, Event.class, TaskAnswers::event, (m, json) -> json.rawFields(m.json()));

  private TaskAnswers() {}

  /**
   * The answer to a request about one task.
   *
   * @param request the type of the request
   * @param ok false if nothing changed, because the task was not as the request needs it
   * @param reason why, in one word; null if {@code ok}
   * @param clientMsgId the key of the request, if it had one
   */
  public record Answer(
      String request,
      boolean ok,
      @Nullable String reason,
      @Nullable String clientMsgId,
      TaskView task)
      implements ServerMessage {
    @Override
    public int expectedBytes() {
      return task.content() == null ? 1_024 : 8_192;
    }
  }

  /**
   * A page of tasks.
   *
   * @param before asks for the next page; null if there is none
   */
  public record Page(List<TaskView> tasks, @Nullable String before) implements ServerMessage {
    public Page {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * Something that happened to a task.
   *
   * @param taskSeq its place in the log of the task. A repeat has the same
   * @param previous the state before; null if the task is new
   * @param text the beginning of what the actor said about it; null if it said nothing
   */
  public record Event(
      String taskId,
      long taskSeq,
      String event,
      @Nullable TaskState previous,
      TaskState state,
      String actor,
      String actorName,
      @Nullable String owner,
      String title,
      Priority priority,
      @Nullable String text,
      @Nullable Long expiresAt,
      @Nullable Long cleanupUntil)
      implements ServerMessage {

    /** Returns the fields as JSON text without braces: also the extras of an entry. */
    public String json() {
      var json = new JsonText(256);
      if (priority != Priority.NORMAL) json.field("priority", priority.word());
      json.field("task_id", taskId)
          .field("task_seq", taskSeq)
          .field("event", event)
          .field("previous", previous == null ? null : previous.name())
          .field("state", state.name())
          .field("actor", actor)
          .field("actor_name", actorName)
          .field("owner", owner)
          .field("title", title);
      if (text != null) json.field("text", text);
      if (expiresAt != null) json.field("expires_at", expiresAt);
      if (cleanupUntil != null) json.field("cleanup_until", cleanupUntil);
      return json.fields();
    }

    @Override
    public boolean isPassing() {
      return true;
    }

    /** Returns the event of an entry, whatever its type; empty if it is about no task. */
    public static Optional<Event> of(ServerMessage.Msg entry) {
      return Json.read("{" + entry.extras() + "}")
          .map(ServerFields::new)
          .filter(f -> f.has("task_id") && f.has("task_seq"))
          .map(TaskAnswers::event);
    }
  }

  private static Event event(ServerFields f) {
    return new Event(
        f.text("task_id"),
        f.number("task_seq"),
        f.text("event"),
        TaskState.of(f.text("previous")).orElse(null),
        TaskState.of(f.text("state")).orElse(TaskState.SUBMITTED),
        f.text("actor"),
        f.text("actor_name"),
        f.optional("owner"),
        f.text("title"),
        Priority.of(f.text("priority")).orElse(Priority.NORMAL),
        f.optional("text"),
        f.value("expires_at").isNumber() ? (Long) f.number("expires_at") : null,
        f.value("cleanup_until").isNumber() ? (Long) f.number("cleanup_until") : null);
  }

  private static Answer answer(ServerFields f) {
    return new Answer(
        f.text("request"),
        f.flag("ok"),
        f.optional("reason"),
        f.optional("client_msg_id"),
        TaskView.read(new ServerFields(f.value("task"))));
  }

  private static boolean answers(ClientMessage asked, Answer answer) {
    if (!asked.type().equals(answer.request())) return false;
    return switch (asked) {
      case TaskMessages.Create create ->
          create.clientMsgId() == null || create.clientMsgId().equals(answer.clientMsgId());
      case TaskMessages.Move move -> move.taskId().equals(answer.task().taskId());
      case TaskMessages.Get get -> get.taskId().equals(answer.task().taskId());
      case TaskMessages.Watch watch -> watch.taskId().equals(answer.task().taskId());
      default -> false;
    };
  }

  private static String list(List<TaskView> tasks) {
    var text = new StringBuilder("[");
    for (var task : tasks) text.append(text.length() > 1 ? "," : "").append(task.json());
    return text.append(']').toString();
  }
}
