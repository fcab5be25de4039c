package dev.reveille.server.identity;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.store.AppendEvent;
import java.util.List;

/** A command to the cell of tokens. */
public sealed interface TokenCommand extends Command {

  /**
   * Carries out an order of an administrator about tokens. The request gets an answer.
   *
   * @param by who asks, for lists
   * @param audit the audit events of the order; stored with its result
   */
  record CarryOut(AdminRequest request, String by, List<AppendEvent> audit)
      implements TokenCommand {
    public CarryOut {
      audit = List.copyOf(audit);
    }

    @Override
    public List<Effect> unhandled() {
      return request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
    }
  }

  /** An identity for a token was made. It is not stored yet. */
  record IdentityMade(CarryOut order, StoredKept kept) implements TokenCommand {
    @Override
    public List<Effect> unhandled() {
      return order.unhandled();
    }
  }

  /** No identity could be made for a token. */
  record IdentityNotMade(CarryOut order, String reason) implements TokenCommand {
    @Override
    public List<Effect> unhandled() {
      return order.unhandled();
    }
  }

  /** A token was shown and accepted. */
  record TokenUsed(String tokenId, long at, String address) implements TokenCommand {}

  /**
   * A wrong token was shown.
   *
   * @param unrecorded how many before it were only counted
   */
  record TokenRefused(String address, long unrecorded) implements TokenCommand {}
}
