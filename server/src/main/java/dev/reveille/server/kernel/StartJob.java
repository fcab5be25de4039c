package dev.reveille.server.kernel;

/**
 * Starts a job for a cell. It stands twice in a required unit: among the writes it notes the job,
 * among the effects it starts it, once the note is durable.
 *
 * <p>Each noted job ends in exactly one way: the owner gets one {@link JobEnd} with its number, or
 * the owner cancels it ({@link CancelJob}). If the process dies before, the owner gets {@link
 * JobEnd.Lost} at the next start. The note is removed with the units of the command that ends it.
 *
 * @param owner the cell that gets the result. It may return required units; an agent's cell may not
 * @param number given by the owner, rising; the owner uses none twice
 * @param kind the name of a {@link JobKind}
 * @param limitMillis the longest that it may run; 0 = no limit
 */
public record StartJob(CellId owner, long number, String kind, JobRequest request, long limitMillis)
    implements Write, Effect {}
