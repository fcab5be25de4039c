package dev.reveille.server.identity;

import java.util.List;
import java.util.Optional;

/** Reads the keys of agents. */
public interface KeyReads {
  /**
   * Returns the key of this id, of any agent. This includes the only key of an agent that never
   * changed it.
   */
  Optional<StoredKey> key(String id);

  /**
   * Returns the agent's keys, oldest first. If the id belongs to a key of another agent, returns
   * only that key.
   */
  List<StoredKey> keys(String agent);
}
