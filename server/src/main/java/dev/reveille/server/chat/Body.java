package dev.reveille.server.chat;

import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * The session that speaks for an agent.
 *
 * @param durable true if its callbacks are durable
 * @param connectedAt wall time, for people
 * @param connectedNanos monotonic time, for limits
 */
public record Body(
    SessionId session,
    String name,
    @Nullable String pubkey,
    boolean verified,
    boolean durable,
    long connectedAt,
    long connectedNanos) {
  public boolean hasKey() {
    return pubkey != null;
  }

  Body holding(String newPubkey) {
    return new Body(session, name, newPubkey, verified, durable, connectedAt, connectedNanos);
  }

  Body verified(boolean now) {
    return new Body(session, name, pubkey, now, durable, connectedAt, connectedNanos);
  }

  Body named(String newName) {
    return new Body(session, newName, pubkey, verified, durable, connectedAt, connectedNanos);
  }
}
