package dev.reveille.server.kernel;

/** Removes the note of a job, in the transaction in which its owner handles the end. */
public record EndJob(CellId owner, long number) implements Write {}
