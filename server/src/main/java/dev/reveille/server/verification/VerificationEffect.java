package dev.reveille.server.verification;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/**
 * Starts or stops the time limit of a verification request. {@link RequestTimers} carries it out.
 */
public sealed interface VerificationEffect extends Effect {

  /** Starts the time limit of a request of this session. */
  record AwaitProof(SessionId session, String requestId)
      implements VerificationEffect, SessionEffect {}

  /** Stops the time limit, because the request has its outcome. */
  record ProofOver(SessionId session, String requestId)
      implements VerificationEffect, SessionEffect {}
}
