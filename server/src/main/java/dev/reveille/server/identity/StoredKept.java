package dev.reveille.server.identity;

import org.jspecify.annotations.Nullable;

/**
 * An identity whose private key the server keeps.
 *
 * @param agent the agent's id, with {@code @}; it is that of the key
 * @param name the name that an administrator gave it
 * @param sealed the private key as {@link KeptKeys} sealed it
 * @param ended when it was revoked; null if it was not
 */
public record StoredKept(
    String agent, String name, String pubkey, String sealed, long created, @Nullable Long ended) {

  public boolean isLive() {
    return ended == null;
  }

  StoredKept ended(long now) {
    return new StoredKept(agent, name, pubkey, sealed, created, now);
  }

  /** Does not show the sealed key. */
  @Override
  public String toString() {
    return "StoredKept[" + agent + ", " + name + "]";
  }
}
