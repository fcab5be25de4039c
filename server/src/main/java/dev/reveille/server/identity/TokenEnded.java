package dev.reveille.server.identity;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import java.util.List;

/**
 * Tells an agent's cell that a token no longer speaks for the agent. The cell closes the token's
 * session and accepts no other. A token that has ended never comes back.
 *
 * @param reason for the session that is closed
 * @param then effects that follow after the session is closed: the answer to the order
 */
public record TokenEnded(String tokenId, String reason, List<Effect> then) implements Command {
  public TokenEnded {
    then = List.copyOf(then);
  }

  @Override
  public List<Effect> unhandled() {
    return then;
  }
}
