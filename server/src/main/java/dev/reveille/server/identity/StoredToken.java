package dev.reveille.server.identity;

import dev.reveille.protocol.Scope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stored token. Times are wall time in milliseconds.
 *
 * @param id no secret; it is part of the token's text
 * @param agent the kept identity that it speaks for, with {@code @}; null = none
 * @param hash the SHA-256 of the token, in hex
 * @param by who made it
 * @param expires when it ends; null = never
 * @param used about when it was last used; null = never
 * @param ended when it was revoked; null if it was not
 */
public record StoredToken(
    String id,
    String name,
    @Nullable String agent,
    Set<Scope> scopes,
    String hash,
    long created,
    String by,
    @Nullable Long expires,
    @Nullable Long used,
    @Nullable Long ended) {
  public StoredToken {
    scopes = Set.copyOf(scopes);
  }

  public boolean isRevoked() {
    return ended != null;
  }

  /** True if it is neither revoked nor expired at this time. */
  public boolean isLive(long now) {
    return ended == null && !grant().isOver(now);
  }

  public TokenGrant grant() {
    return new TokenGrant(id, agent, scopes, expires);
  }

  StoredToken used(long now) {
    return new StoredToken(id, name, agent, scopes, hash, created, by, expires, now, ended);
  }

  StoredToken ended(long now) {
    return new StoredToken(id, name, agent, scopes, hash, created, by, expires, used, now);
  }
}
