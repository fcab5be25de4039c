package dev.reveille.server.chat;

import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * A session that speaks for an agent: its body, or a side session.
 *
 * @param token the id of the token that it came by; null if it has proven its key
 * @param durable true if its callbacks are durable
 * @param connectedAt wall time, for people
 * @param connectedNanos monotonic time, for limits
 * @param side true for a side session, which is not present and is in no channel
 */
public record Body(
    SessionId session,
    String name,
    @Nullable String pubkey,
    @Nullable String token,
    boolean verified,
    boolean durable,
    long connectedAt,
    long connectedNanos,
    boolean side) {
  public boolean hasKey() {
    return pubkey != null;
  }

  Body holding(String newPubkey) {
    return new Body(
        session, name, newPubkey, token, verified, durable, connectedAt, connectedNanos, side);
  }

  Body verified(boolean now) {
    return new Body(session, name, pubkey, token, now, durable, connectedAt, connectedNanos, side);
  }

  Body named(String newName) {
    return new Body(
        session, newName, pubkey, token, verified, durable, connectedAt, connectedNanos, side);
  }
}
