package dev.reveille.server.task;

import dev.reveille.server.delivery.ChatAnswer;

/**
 * The answer that an agent may know of a task.
 *
 * @param waiters how many tasks wait for it
 */
record TaskSeen(int waiters) implements ChatAnswer {}
