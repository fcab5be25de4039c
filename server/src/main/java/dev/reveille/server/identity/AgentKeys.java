package dev.reveille.server.identity;

import dev.reveille.protocol.PublicKey;
import dev.reveille.server.store.Store;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys that an agent had and has.
 *
 * @param agent its id: that of its first key
 * @param keys oldest first; empty if no key of it is stored, so that only its first can be its own.
 *     If the id is that of a key which another agent took, that key alone
 */
public record AgentKeys(String agent, List<StoredKey> keys) {
  public AgentKeys {
    keys = List.copyOf(keys);
  }

  /** As they are stored. Blocks. */
  public static AgentKeys of(Store store, String agent) {
    return new AgentKeys(agent, store.reads(KeyReads.class).keys(agent));
  }

  /**
   * The id of a key, with {@code @}: the one place where an id is made of a key. It is an agent's
   * id if an agent begins with the key.
   */
  public static String id(String pubkey) {
    return "@" + PublicKey.agentId(pubkey);
  }

  /** The PEM text of the key that gave the agent its id, if any of its keys is stored. */
  public Optional<String> root() {
    return keys.stream().filter(k -> k.id().equals(agent)).map(StoredKey::pubkey).findFirst();
  }

  /** The key that the agent has now, even if it is revoked. */
  public Optional<StoredKey> current() {
    return keys.stream().filter(k -> k.agent().equals(agent) && !k.wasReplaced()).findFirst();
  }

  public Optional<StoredKey> find(String keyId) {
    return keys.stream().filter(k -> k.id().equals(keyId)).findFirst();
  }

  /** Whether somebody can still be this agent: it has a key that is not revoked. */
  public boolean reachable() {
    return current().filter(k -> !k.wasRevoked()).isPresent();
  }

  /** Whether it can never be anybody again: its key is revoked or another agent's. */
  public boolean dead() {
    return !keys.isEmpty() && !reachable();
  }

  /** Why nobody can be this agent with this key; absent if the key is good. */
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

  /** What is later: keys are only added and marked, never taken back. */
  public AgentKeys newer(AgentKeys other) {
    return other.age() > age() ? other : this;
  }

  private long age() {
    return keys.size() + keys.stream().filter(StoredKey::wasRevoked).count();
  }
}
