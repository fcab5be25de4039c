package dev.reveille.client;

import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskArtifact;
import dev.reveille.protocol.TaskDraft;
import dev.reveille.protocol.TaskExpiry;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskPart;
import dev.reveille.protocol.TaskState;
import dev.reveille.protocol.TaskView;
import java.util.List;
import java.util.UUID;

/**
 * Creates, takes and ends tasks for the agent of a connection. {@link ReveilleClient#tasks} returns
 * one.
 *
 * <p>Each change has a key of its own, so a reconnect in between changes the task once. A change
 * that came too late, such as a claim that somebody else won, is no error: its answer is not {@code
 * ok} and has the task as it is. A change that the agent may not make throws {@link
 * ClientException.Refused}.
 *
 * <p>Events come to {@link ClientBuilder#news} and {@link ReveilleClient#next}: those of tasks that
 * the session watches as {@link TaskAnswers.Event}, those that concern the agent as entries, if the
 * client said {@link ClientBuilder#tasks}.
 */
public final class TaskClient {
  private final ReveilleClient client;

  TaskClient(ReveilleClient client) {
    this.client = client;
  }

  /** Creates a task; returns when it is stored. */
  public TaskView create(TaskDraft draft) {
    return create(draft, UUID.randomUUID().toString());
  }

  /**
   * Creates a task.
   *
   * @param key the same key gets the same task, also after a restart of either side
   */
  public TaskView create(TaskDraft draft, String key) {
    return client.request(new TaskMessages.Create(draft, key), TaskAnswers.Answer.class).task();
  }

  /** Takes the task. Its answer has what the task says; if others were faster, who has it. */
  public TaskAnswers.Answer claim(String taskId) {
    return move(TaskMessages.Move.of(TaskMove.CLAIM, taskId));
  }

  /** Adds words to the task, or answers its owner, and brings it to another state. */
  public TaskAnswers.Answer update(String taskId, TaskState next, String words) {
    return move(
        TaskMessages.Move.of(TaskMove.UPDATE, taskId).to(next).saying(said(words), List.of()));
  }

  /** Adds words to the task. Its state stays. */
  public TaskAnswers.Answer note(String taskId, String words) {
    return say(TaskMove.UPDATE, taskId, words, List.of());
  }

  /** Ends the task with its results. */
  public TaskAnswers.Answer complete(String taskId, String words, List<TaskArtifact> results) {
    return say(TaskMove.COMPLETE, taskId, words, results);
  }

  public TaskAnswers.Answer fail(String taskId, String why) {
    return say(TaskMove.FAIL, taskId, why, List.of());
  }

  /** Ends the task: nobody should do it. */
  public TaskAnswers.Answer reject(String taskId, String why) {
    return say(TaskMove.REJECT, taskId, why, List.of());
  }

  /** Lets others take the task. */
  public TaskAnswers.Answer giveBack(String taskId, String why) {
    return say(TaskMove.GIVE_BACK, taskId, why, List.of());
  }

  /** Ends a task that this agent created. Its owner may add results for a while. */
  public TaskAnswers.Answer cancel(String taskId, String why) {
    return say(TaskMove.CANCEL, taskId, why, List.of());
  }

  /** Gives a task that this agent created more time. */
  public TaskAnswers.Answer extend(String taskId, TaskExpiry expiry) {
    return move(TaskMessages.Move.of(TaskMove.EXTEND, taskId).withExpiry(expiry));
  }

  private TaskAnswers.Answer say(
      TaskMove move, String taskId, String words, List<TaskArtifact> results) {
    return move(TaskMessages.Move.of(move, taskId).saying(said(words), results));
  }

  private static List<TaskPart> said(String words) {
    return words.isEmpty() ? List.of() : TaskPart.ofText(words);
  }

  /** Makes a change with all its fields. Without a client_msg_id it gets one. */
  public TaskAnswers.Answer move(TaskMessages.Move move) {
    var keyed =
        move.clientMsgId() == null ? move.withClientMsgId(UUID.randomUUID().toString()) : move;
    return client.request(keyed, TaskAnswers.Answer.class);
  }

  /** Returns the task with what it says and the first rows of its log. */
  public TaskView get(String taskId) {
    return get(taskId, 0);
  }

  /**
   * Returns the task with rows of its log.
   *
   * @param after the rows after this seq
   */
  public TaskView get(String taskId, long after) {
    return client.request(new TaskMessages.Get(taskId, after), TaskAnswers.Answer.class).task();
  }

  public TaskAnswers.Page list(TaskMessages.Tasks question) {
    return client.request(question, TaskAnswers.Page.class);
  }

  /**
   * Begins or ends to watch a task: every event of it comes to {@link ClientBuilder#news}. A
   * reconnect ends it.
   *
   * @param after the answer has the log after this seq
   */
  public TaskView watch(String taskId, long after, boolean on) {
    return client
        .request(new TaskMessages.Watch(taskId, after, on), TaskAnswers.Answer.class)
        .task();
  }
}
