package dev.reveille.server.kernel;

/**
 * The end of a job, told to the cell that started it. The cell handles it once: what it stores for
 * it and the removal of the job's note are one transaction. A cell ignores the end of a job that is
 * not open; it may have cancelled the job meanwhile.
 */
public sealed interface JobEnd extends Command {
  /** Returns the number that the owner gave. */
  long number();

  /** The work brought a result. */
  record Done(long number, JobResult result) implements JobEnd {}

  /** The work threw, or took longer than its limit. The reason is a text for people. */
  record Failed(long number, String reason) implements JobEnd {}

  /** The work did not begin: too many jobs of its kind run and wait, or its kind is unknown. */
  record Refused(long number, String reason) implements JobEnd {}

  /** The process died or was stopped before the job ended. The work may have been done or not. */
  record Lost(long number) implements JobEnd {}
}
