package dev.reveille.server.verification;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.SessionId;

/** What a request for verification is told. */
public sealed interface VerificationCommand extends Command {

  /** It begins: the target is to sign the nonce. */
  record Ask(String asker, SessionId session, String target, SessionId targetSession, String nonce)
      implements VerificationCommand {}

  /** Somebody answers; {@code pubkey} is the key that this session proved to have. */
  record Prove(String agent, SessionId session, String pubkey, String nonce, String sig)
      implements VerificationCommand {}

  /** The time is over. */
  record Expire() implements VerificationCommand {}

  /** Nobody waits for the outcome any more. */
  record Drop() implements VerificationCommand {}
}
