package dev.reveille.server.task;

import dev.reveille.protocol.TaskState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a task that changes.
 *
 * @param owner the agent that claimed it; null if nobody has
 * @param cleanupUntil until then the owner of a canceled task may add to it
 * @param endedAt null while it is open
 * @param seq the seq of the newest row of its log
 * @param blockedBy the tasks that it waits for
 * @param chars the length of everything that was said about it
 */
public record TaskProgress(
    TaskState state,
    @Nullable String owner,
    long updatedAt,
    @Nullable Long expiresAt,
    @Nullable Long cleanupUntil,
    @Nullable Long endedAt,
    long seq,
    List<String> blockedBy,
    long chars) {
  public TaskProgress {
    blockedBy = List.copyOf(blockedBy);
  }
}
