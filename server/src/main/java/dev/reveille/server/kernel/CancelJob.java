package dev.reveille.server.kernel;

/**
 * Cancels a job of a cell. It stands twice in a required unit of the owner: among the writes it
 * removes the note of the job, among the effects it interrupts the work.
 *
 * <p>A result that was on its way already may still arrive. The owner ignores a {@link JobEnd}
 * whose number is none of its open jobs.
 */
public record CancelJob(CellId owner, long number) implements Write, Effect {}
