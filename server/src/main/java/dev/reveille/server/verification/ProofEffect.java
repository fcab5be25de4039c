package dev.reveille.server.verification;

import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;

/** The time limit of a request for verification. {@link ProofTimers} carries it out. */
public sealed interface ProofEffect extends Effect {

  /** The request of this session waits for its answer from now on. */
  record AwaitProof(SessionId session, String requestId) implements ProofEffect, SessionEffect {}

  /** The request has its outcome. */
  record ProofOver(SessionId session, String requestId) implements ProofEffect, SessionEffect {}
}
