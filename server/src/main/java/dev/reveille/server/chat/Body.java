package dev.reveille.server.chat;

import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session that speaks for an agent: its body, or a side session.
 *
 * @param token the id of the token that it came by; null if it has proven its key
 * @param durable true if its callbacks are durable
 * @param confirm true if it confirms what concerns the agent, and does not do so by taking it
 * @param kinds the kinds of mailbox entries that it knows, besides messages
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
    boolean confirm,
    List<String> kinds,
    long connectedAt,
    long connectedNanos,
    boolean side) {
  public boolean hasKey() {
    return pubkey != null;
  }

  Body holding(String newPubkey) {
    return with(name, newPubkey, verified);
  }

  Body verified(boolean now) {
    return with(name, pubkey, now);
  }

  Body named(String newName) {
    return with(newName, pubkey, verified);
  }

  private Body with(String nextName, @Nullable String nextKey, boolean isVerified) {
    return new Body(
        session,
        nextName,
        nextKey,
        token,
        isVerified,
        durable,
        confirm,
        kinds,
        connectedAt,
        connectedNanos,
        side);
  }
}
