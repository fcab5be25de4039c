package dev.reveille.server.task;

import dev.reveille.protocol.TaskMessages;
import dev.reveille.protocol.TaskState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads tasks and their logs. */
public interface TaskReads {

  /** A task and its place in lists. */
  record Placed(long place, StoredTask task) {}

  /** Returns everything that a cell needs; empty if there is no such task. */
  Optional<LoadedTask> load(String id);

  Optional<StoredTask> task(String id);

  /** Returns a task without its content. */
  Optional<StoredTask> brief(String id);

  /**
   * Returns rows of the log with a greater seq, in order. A page that is full of text has fewer
   * rows.
   */
  List<StoredTaskLog> log(String id, long after, int limit);

  /**
   * Returns tasks of an agent before a place, newest first.
   *
   * @param as the agent's part in them; null = any
   */
  List<Placed> of(String agent, TaskMessages.@Nullable Part as, long before, int limit);

  /**
   * Returns open tasks of an agent before a place, newest first.
   *
   * @param as the agent's part in them; null = any
   */
  List<Placed> openOf(String agent, TaskMessages.@Nullable Part as, long before, int limit);

  /** Returns how many open tasks the agent has or are for it alone. */
  long openFor(String agent);

  /**
   * A task that an agent can go on with.
   *
   * @param newsAt the wall time at which another agent or the server changed it last; if none did,
   *     it is the time at which it was made
   */
  record Waiting(StoredTask task, long newsAt) {}

  /**
   * Returns the newest open tasks that wait for the agent: those that it has or may take alone, and
   * of its own those whose owner asks for something.
   */
  List<Waiting> waitingFor(String agent, int limit);

  /** Returns tasks that the agent had or created and that expired at that wall time or later. */
  List<Waiting> expiredOf(String agent, long since, int limit);

  /**
   * Returns tasks of all agents in a state, after the task with a place in this list. Open ones are
   * listed by their creation, ended ones by their end, newest first.
   *
   * @param before the place of a task in this state or, if they are open, any place; {@link
   *     Long#MAX_VALUE} = from the beginning
   */
  List<Placed> in(TaskState state, long before, int limit);

  /** Returns tasks of all agents in all states before a place, newest first. */
  List<Placed> all(long before, int limit);

  /** Returns the agents that may claim a task that is for several; empty if it has one assignee. */
  List<String> audience(String id);

  /** Returns how many open tasks the agent has created. */
  int open(String originator);

  /** Returns how many tasks have not ended. */
  long open();

  /**
   * Returns how many tasks are in each state, of the ended ones only those that ended after a wall
   * time.
   */
  Map<TaskState, Long> counts(long endedAfter);

  /** Returns how many tasks ended in each state up to a wall time. It looks at all of them. */
  Map<TaskState, Long> ended(long until);

  /** Returns open tasks that wait for others, with a greater place, in order. */
  List<Placed> blocked(long after, int limit);

  /**
   * Rows of the logs of all tasks, in the order in which they were stored.
   *
   * @param more true if there are more rows
   */
  record LogRows(List<StoredTaskLog> rows, boolean more) {
    public LogRows {
      rows = List.copyOf(rows);
    }
  }

  /**
   * Returns the first rows after the mark of {@link SetHinted}. A page that is full of text has
   * fewer rows.
   */
  LogRows unhinted(int limit);

  /** Returns the text that ids of tasks are made of. */
  String secret();
}
