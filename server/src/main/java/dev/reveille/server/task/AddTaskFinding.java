package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;

/** Adds a finding. A repeat changes nothing. */
public record AddTaskFinding(TaskFinding finding, long at) implements Write {}
