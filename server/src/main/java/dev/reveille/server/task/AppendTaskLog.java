package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;

/** Adds a row to the log of a task. Its seq must be new. */
public record AppendTaskLog(StoredTaskLog row) implements Write {}
