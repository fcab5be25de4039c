package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.ChatAnswer;
import java.util.Optional;

/**
 * Looks at the keys of administrators. What they ask is done by the cell {@link AdminRequest#CELL}.
 */
@FunctionalInterface
public interface Administration {
  /** There are no administrators. */
  Administration NONE =
      (_, _) ->
          Optional.of(
              new ChatAnswer.Refused(ErrorCode.INVALID_MSG, "Administration is not configured"));

  /**
   * Why this visitor may not have its order carried out; absent if it may. Remembers who failed.
   *
   * <p>Called by the visitor's event loop; never blocks.
   */
  Optional<ChatAnswer.Refused> refusal(Door.Visitor visitor, ClientMessage.Admin message);
}
