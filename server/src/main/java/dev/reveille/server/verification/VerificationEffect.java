package dev.reveille.server.verification;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/** The time limit of a request for verification. {@link RequestTimers} carries it out. */
public sealed interface VerificationEffect extends Effect {

  /** The request of this session waits for its answer from now on. */
  record AwaitProof(SessionId session, String requestId)
      implements VerificationEffect, SessionEffect {}

  /** The request has its outcome. */
  record ProofOver(SessionId session, String requestId)
      implements VerificationEffect, SessionEffect {}
}
