package dev.reveille.server.task;

import dev.reveille.protocol.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * A row of a task's log as the store has it.
 *
 * @param event what happened, in one word
 * @param previous null in the first row
 * @param actor the agent that did it, or {@code @server}
 * @param said the wire fields message, artifacts and detail: JSON text without braces
 * @param key the client_msg_id of the request, if it had one
 */
public record StoredTaskLog(
    String task,
    long seq,
    long at,
    String event,
    @Nullable TaskState previous,
    TaskState state,
    String actor,
    String actorName,
    String said,
    @Nullable String key) {}
