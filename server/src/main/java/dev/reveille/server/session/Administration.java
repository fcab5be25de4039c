package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.ChatAnswer;
import java.util.Optional;

/**
 * Checks the keys of administrators. The cell {@link AdminRequest#CELL} carries out their orders.
 */
@FunctionalInterface
public interface Administration {
  /** A server without administrators. */
  Administration NONE =
      (_, _) ->
          Optional.of(
              new ChatAnswer.Refused(ErrorCode.INVALID_MSG, "Administration is not configured"));

  /**
   * Returns why this visitor's order is refused; empty if it is allowed. Remembers failed attempts.
   *
   * <p>Called by the visitor's event loop; never blocks.
   */
  Optional<ChatAnswer.Refused> refusal(Door.Visitor visitor, ClientMessage.Admin message);
}
