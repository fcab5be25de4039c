package dev.reveille.server.identity;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.KeyChange;
import dev.reveille.protocol.Revocation;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;

/** A command to a key cell. Signatures were checked before. */
public sealed interface KeyCommand extends Command {

  /** Replaces the agent's key with the last one of the chain. */
  record Extend(SessionId session, List<KeyChange> chain) implements KeyCommand {
    public Extend {
      chain = List.copyOf(chain);
    }
  }

  record Revoke(SessionId session, Revocation certificate) implements KeyCommand {}

  /**
   * Revokes the key of an identity that the server keeps, by order of an administrator. The server
   * has that key, so no signature is needed.
   *
   * @param result the answer to the order
   */
  record Withdraw(AdminRequest request, String pubkey, ServerMessage result) implements KeyCommand {
    @Override
    public List<Effect> unhandled() {
      return request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
    }
  }

  /** Reports that somebody tried to use a key that is no longer valid. */
  record Refused(String keyId, String reason) implements KeyCommand {}
}
