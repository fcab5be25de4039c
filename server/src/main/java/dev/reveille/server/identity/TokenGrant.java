package dev.reveille.server.identity;

import dev.reveille.protocol.Scope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rights of a token that was shown.
 *
 * @param tokenId names the token in lists and logs; no secret
 * @param agent the agent that the token is bound to, with {@code @}; null if it is bound to none
 * @param expires when it ends, as wall time in milliseconds; null if it does not end
 */
public record TokenGrant(
    String tokenId, @Nullable String agent, Set<Scope> scopes, @Nullable Long expires) {
  public TokenGrant {
    scopes = Set.copyOf(scopes);
  }

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }

  /** True if the token has ended at this time. */
  public boolean isOver(long wallMillis) {
    return expires != null && wallMillis >= expires;
  }
}
