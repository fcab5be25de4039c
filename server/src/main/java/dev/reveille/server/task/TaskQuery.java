package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskContent;
import dev.reveille.protocol.TaskLogEntry;
import dev.reveille.protocol.TaskView;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the content and the log of a task. The task's cell has checked that the asker may see
 * it.
 *
 * @param request the type of the request that is answered
 * @param key the key of the request, if it had one
 * @param task the task as it was when the request was handled. The answer has no later rows
 * @param after only rows of the log with a greater seq
 */
public record TaskQuery(String request, @Nullable String key, TaskView task, long after)
    implements Query {
  /** The most rows of a log in one answer. */
  static final int ROWS = 500;

  static Lookup<TaskQuery> lookup(Store store) {
    return new Lookup<>(TaskQuery.class, asked -> answer(store.reads(TaskReads.class), asked));
  }

  private static ServerMessage answer(TaskReads reads, TaskQuery asked) {
    var view = asked.task();
    var task = reads.task(view.taskId());
    if (task.isEmpty()) {
      return new ServerMessage.Failure(ErrorCode.TASK_NOT_FOUND, "No task " + view.taskId());
    }
    var content = content(reads, task.get(), asked.after(), view.seq());
    return new TaskAnswers.Answer(asked.request(), true, null, asked.key(), view.with(content));
  }

  static TaskContent content(TaskReads reads, StoredTask task, long after, long upTo) {
    var log = new ArrayList<TaskLogEntry>();
    for (var row : reads.log(task.id(), after, ROWS)) {
      if (row.seq() <= upTo) log.add(entry(row));
    }
    long last = log.isEmpty() ? after : log.getLast().seq();
    return TaskContent.of(
        task.facts().content(), log, last < Math.min(upTo, task.progress().seq()));
  }

  static TaskLogEntry entry(StoredTaskLog row) {
    return new TaskLogEntry(
            row.seq(),
            row.at(),
            row.event(),
            row.previous(),
            row.state(),
            row.actor(),
            row.actorName(),
            List.of(),
            List.of(),
            null)
        .saying(row.said());
  }
}
