package dev.reveille.server.chat;

import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The session that speaks for an agent.
 *
 * @param token the id of the token that it came by; null if it has proven its key
 * @param durable true if its callbacks are durable
 * @param confirm true if it confirms what concerns the agent, and does not do so by taking it
 * @param kinds the kinds of mailbox entries that it knows, besides messages
 * @param connectedAt wall time, for people
 * @param connectedNanos monotonic time, for limits
 */
public record Body(
    SessionId session,
    String name,
    @Nullable String pubkey,
    @Nullable String token,
    boolean verified,
    boolean durable,
    boolean confirm,
    List<String> kinds,
    long connectedAt,
    long connectedNanos) {
  public boolean hasKey() {
    return pubkey != null;
  }

  Body holding(String newPubkey) {
    return new Body(
        session,
        name,
        newPubkey,
        token,
        verified,
        durable,
        confirm,
        kinds,
        connectedAt,
        connectedNanos);
  }

  Body verified(boolean now) {
    return new Body(
        session, name, pubkey, token, now, durable, confirm, kinds, connectedAt, connectedNanos);
  }

  Body named(String newName) {
    return new Body(
        session,
        newName,
        pubkey,
        token,
        verified,
        durable,
        confirm,
        kinds,
        connectedAt,
        connectedNanos);
  }
}
