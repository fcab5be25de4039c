package dev.reveille.server.identity;

import java.util.List;
import java.util.Optional;

/** Reads the keys of agents. */
public interface KeyReads {
  /** The key of this id, whoever's it is. The only key of an agent that never changed it counts. */
  Optional<StoredKey> key(String id);

  /**
   * The agent's keys, oldest first. If the id is not an agent's but that of another agent's key,
   * that key alone.
   */
  List<StoredKey> keys(String agent);
}
