package dev.reveille.server.task;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.TaskAnswers;
import dev.reveille.protocol.TaskMessages;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.store.Store;
import java.util.Set;

/** Asks for a page of the tasks of an agent. */
public record TaskListQuery(String agent, TaskMessages.Tasks asked) implements Query {

  static Lookup<TaskListQuery> lookup(Store store) {
    return new Lookup<>(TaskListQuery.class, query -> page(store.reads(TaskReads.class), query));
  }

  private static ServerMessage page(TaskReads reads, TaskListQuery query) {
    var asked = query.asked();
    var before = TaskFilter.place(asked.before());
    if (before.isEmpty()) {
      return new ServerMessage.Failure(
          ErrorCode.INVALID_MSG, "Invalid before: take it from the last page");
    }
    var filter =
        new TaskFilter(
            Set.copyOf(asked.states()),
            asked.open(),
            asked.label(),
            asked.priority(),
            AgentMatch.ANY);
    var found =
        filter.read(
            place ->
                asked.open()
                    ? reads.openOf(query.agent(), asked.as(), place, TaskFilter.READ_AT_ONCE)
                    : reads.of(query.agent(), asked.as(), place, TaskFilter.READ_AT_ONCE),
            before.getAsLong(),
            asked.limit());
    return new TaskAnswers.Page(
        found.tasks().stream().map(LiveTask::view).toList(), TaskFilter.text(found.next()));
  }
}
