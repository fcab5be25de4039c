package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;

/**
 * Changes a task. The store must have it with the seq before, so that no change is lost and none is
 * made twice. A task that has ended does not open again: its end stays.
 */
public record MoveTask(String id, TaskProgress progress) implements Write {}
