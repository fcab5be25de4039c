package dev.reveille.server.identity;

import java.util.List;
import java.util.Optional;

/** Reads the agents that are kept. */
public interface AgentReads {
  Optional<StoredAgent> agent(String id);

  /** The agents that have a key. */
  long agentsWithKey();

  /** Agents that are kept, those that came or went last first, at most {@code limit}. */
  List<StoredAgent> lastSeen(int limit);

  /** The agents with a key that were last seen under exactly this name, at most {@code limit}. */
  List<StoredAgent> lastSeenAs(String name, int limit);
}
