package dev.reveille.server.identity;

import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells an agent's cell that a token no longer speaks for the agent. The cell closes the token's
 * session and accepts no other. A token that has ended never comes back.
 *
 * @param reason for the session that is closed
 * @param answer to the order, sent after the session is closed; null if another cell answers it
 */
public record TokenEnded(String tokenId, String reason, DeliveryEffect.@Nullable Reply answer)
    implements Command {

  /** Returns the effects that follow after the session is closed. */
  public List<Effect> then() {
    return answer == null ? List.of() : List.of(answer);
  }

  @Override
  public List<Effect> unhandled() {
    return then();
  }
}
