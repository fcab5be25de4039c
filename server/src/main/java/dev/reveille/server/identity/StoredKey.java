package dev.reveille.server.identity;

import org.jspecify.annotations.Nullable;

/**
 * A stored key.
 *
 * @param id the id of an agent whose first key is this one, with {@code @}
 * @param agent the agent that has the key: the id that its first key gave it
 * @param until when another key replaced it; null for the key that the agent has now
 * @param revoked when it was revoked; null if it was not
 * @param reason the reason of the revocation, if it was revoked
 */
public record StoredKey(
    String id,
    String agent,
    String pubkey,
    long since,
    @Nullable Long until,
    @Nullable Long revoked,
    @Nullable String reason) {

  /** Returns a key that is valid from now on. */
  public static StoredKey fresh(String id, String agent, String pubkey, long now) {
    return new StoredKey(id, agent, pubkey, now, null, null, null);
  }

  public StoredKey replaced(long now) {
    return new StoredKey(id, agent, pubkey, since, now, revoked, reason);
  }

  public StoredKey revoked(long now, String why) {
    return new StoredKey(id, agent, pubkey, since, until, now, why);
  }

  public boolean wasReplaced() {
    return until != null;
  }

  public boolean wasRevoked() {
    return revoked != null;
  }
}
