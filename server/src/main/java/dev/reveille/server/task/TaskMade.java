package dev.reveille.server.task;

import dev.reveille.server.delivery.ChatAnswer;

/**
 * The answer to the request to create a task.
 *
 * @param isNew false if it existed already
 */
record TaskMade(boolean isNew) implements ChatAnswer {}
