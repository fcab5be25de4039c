package dev.reveille.server.task;

import dev.reveille.protocol.TaskMove;
import dev.reveille.protocol.TaskState;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerDue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to the cell of a task. */
public sealed interface TaskCommand extends Command {

  /**
   * An agent that asks, by a session of its own.
   *
   * @param key the client_msg_id of its request, if it gave one
   * @param newcomer its row if the store may not have it; stored with what it does
   */
  record Asker(
      SessionId session,
      String agent,
      String name,
      @Nullable String key,
      @Nullable StoredAgent newcomer) {}

  /**
   * Creates the task. If it exists, the asker gets it as it is.
   *
   * @param audience the agents that may claim it; empty if it has one assignee
   */
  record Create(
      Asker asker,
      StoredTask.Facts facts,
      List<String> audience,
      List<String> blockedBy,
      @Nullable Long expiresAt)
      implements TaskCommand {
    public Create {
      audience = List.copyOf(audience);
      blockedBy = List.copyOf(blockedBy);
    }
  }

  /**
   * Answers a request as the first time if its key is known. It is asked before a request is
   * refused: what was possible the first time may not be possible any more.
   *
   * @param request its type
   */
  record Again(Asker asker, String request) implements TaskCommand {}

  /**
   * The words of an agent about its move.
   *
   * @param fields the wire fields message and artifacts: JSON text without braces
   * @param text the beginning of its first text; null if there is none
   */
  record Said(String fields, @Nullable String text) {}

  /**
   * Changes the task.
   *
   * @param next the state that an UPDATE leads to; null = it stays
   * @param expected nothing happens in another state; null = any
   * @param blockedBy the tasks that it waits for from now on; null = as before
   * @param expiresAt when it expires from now on; null = as before
   */
  record Move(
      Asker asker,
      TaskMove move,
      @Nullable TaskState next,
      @Nullable TaskState expected,
      Said said,
      @Nullable List<String> blockedBy,
      @Nullable Long expiresAt)
      implements TaskCommand {
    public Move {
      blockedBy = blockedBy == null ? null : List.copyOf(blockedBy);
    }
  }

  /** Asks if the agent may know of the task. Answered with {@link TaskSeen} or a refusal. */
  record See(String agent) implements TaskCommand {}

  /**
   * Sends the task with its content to the asker.
   *
   * @param after only rows of the log with a greater seq
   */
  record Show(Asker asker, long after) implements TaskCommand {}

  /**
   * Sends the task to the asker, and from then on every event.
   *
   * @param on false = no events any more
   */
  record Watch(Asker asker, long after, boolean on) implements TaskCommand {}

  /** The time of the task is over. */
  record Due(TimerDue timer) implements TaskCommand {}

  /**
   * Another task waits for this one.
   *
   * @param seq the row of its log that says so
   */
  record Await(String waiter, long seq) implements TaskCommand {}

  /** A task that this one waits for has ended. */
  record BlockerEnded(String blocker, TaskState state) implements TaskCommand {}
}
