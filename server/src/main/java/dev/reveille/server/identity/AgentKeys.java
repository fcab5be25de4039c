package dev.reveille.server.identity;

import dev.reveille.protocol.PublicKey;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The present and earlier keys of an agent.
 *
 * @param agent the agent's id, made from its first key
 * @param keys oldest first. Empty if no key of the agent is stored; then only the key that gives
 *     the id can be its first. If the id belongs to a key that another agent took, only that key
 */
public record AgentKeys(String agent, List<StoredKey> keys) {
  public AgentKeys {
    keys = List.copyOf(keys);
  }

  /** Reads the agent's keys from the store. Blocks. */
  public static AgentKeys of(Store store, String agent) {
    return new AgentKeys(agent, store.reads(KeyReads.class).keys(agent));
  }

  /**
   * Returns the id of a key, with {@code @}. It is an agent's id if this key is the agent's first.
   * No other code makes an id from a key.
   */
  public static String id(String pubkey) {
    return "@" + PublicKey.agentId(pubkey);
  }

  /**
   * Returns the PEM text of the key that gave the agent its id, if any key of the agent is stored.
   */
  public Optional<String> root() {
    return keys.stream().filter(k -> k.id().equals(agent)).map(StoredKey::pubkey).findFirst();
  }

  /** Returns the key that the agent has now, even if it is revoked. */
  public Optional<StoredKey> current() {
    return keys.stream().filter(k -> k.agent().equals(agent) && !k.wasReplaced()).findFirst();
  }

  public Optional<StoredKey> find(String keyId) {
    return keys.stream().filter(k -> k.id().equals(keyId)).findFirst();
  }

  /** True if the agent has a key that is not revoked, so that somebody can still identify as it. */
  public boolean reachable() {
    return current().filter(k -> !k.wasRevoked()).isPresent();
  }

  /**
   * True if nobody can ever identify as this agent again: its key is revoked or belongs to another
   * agent.
   */
  public boolean dead() {
    return !keys.isEmpty() && !reachable();
  }

  /** Returns why nobody can identify as this agent with this key; null if the key is valid. */
  public @Nullable String refusal(String keyId) {
    if (keys.isEmpty()) return keyId.equals(agent) ? null : "This is not the agent's key";
    var key = find(keyId);
    if (key.isEmpty()) return "This is not the agent's key";
    return refusal(key.get(), agent);
  }

  public static @Nullable String refusal(StoredKey key, String agent) {
    var reason = key.reason();
    if (key.wasRevoked()) {
      return reason == null || reason.isEmpty()
          ? "This key was revoked"
          : "This key was revoked: " + reason;
    }
    if (key.wasReplaced()) return "This key was rotated: another one took its place";
    return key.agent().equals(agent) ? null : "This key is another agent's";
  }

  /** Returns the later of the two states. Keys are only added and marked, never removed. */
  public AgentKeys newer(AgentKeys other) {
    return other.age() > age() ? other : this;
  }

  private long age() {
    return keys.size() + keys.stream().filter(StoredKey::wasRevoked).count();
  }
}
