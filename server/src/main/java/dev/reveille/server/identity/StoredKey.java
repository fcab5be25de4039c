package dev.reveille.server.identity;

import org.jspecify.annotations.Nullable;

/**
 * A key as it is kept.
 *
 * @param id what the id of an agent would be that begins with this key, with its {@code @}
 * @param agent whose key it is: the id that the agent's first key gave it
 * @param until when another key took its place; absent for the key that the agent has now
 * @param revoked when it was revoked; absent if it was not
 * @param reason what its revocation says, if it was revoked
 */
public record StoredKey(
    String id,
    String agent,
    String pubkey,
    long since,
    @Nullable Long until,
    @Nullable Long revoked,
    @Nullable String reason) {

  /** A key that is good from now on. */
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
