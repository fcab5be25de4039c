package dev.reveille.server.verification;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/** A command to the cell of a verification request. */
public sealed interface VerificationCommand extends Command {

  /** Begins the request: the target must sign the nonce. */
  record Ask(String asker, SessionId session, String target, SessionId targetSession, String nonce)
      implements VerificationCommand {}

  /** An agent answers; {@code pubkey} is the key that its session has proven. */
  record Prove(String agent, SessionId session, String pubkey, String nonce, String sig)
      implements VerificationCommand {}

  /** The time limit is over. */
  record Expire() implements VerificationCommand {}

  /** The session that asked is gone: nobody needs the outcome. */
  record Drop() implements VerificationCommand {}
}
