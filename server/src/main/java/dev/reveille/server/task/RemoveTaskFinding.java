package dev.reveille.server.task;

import dev.reveille.server.kernel.Write;

/** Removes a finding that is no longer true. */
public record RemoveTaskFinding(String id) implements Write {}
