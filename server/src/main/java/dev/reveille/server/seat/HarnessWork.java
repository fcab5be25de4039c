package dev.reveille.server.seat;

import dev.reveille.server.kernel.JobRequest;
import dev.reveille.server.kernel.JobResult;
import org.jspecify.annotations.Nullable;

/**
 * One step at a harness, for a job.
 *
 * @param session the session that the step is about: in TERMINATE and VERIFY_GONE the one before
 * @param origin the session that it continues; null if none
 * @param text the line of a nudge; else empty. A boot prompt is made by the job
 * @param nonce comes back when a turn has begun; null if nothing waits for it
 * @param override true if a person wants it although the gate is closed
 */
public record HarnessWork(
    SeatStep step,
    Seat seat,
    String session,
    @Nullable String origin,
    StartReason reason,
    String text,
    @Nullable String nonce,
    boolean override)
    implements JobRequest {

  /** The end of a step. */
  public record Ended(HarnessWork work, HarnessOutcome outcome) implements JobResult {}
}
