package dev.reveille.server.identity;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads stored agents. */
public interface AgentReads {
  Optional<StoredAgent> agent(String id);

  /** Returns the number of agents that have a key. */
  long agentsWithKey();

  /** Returns stored agents, at most {@code limit}. Those that connected or left last come first. */
  List<StoredAgent> lastSeen(int limit);

  /**
   * Returns the agents with a key that were last seen under exactly this name, at most {@code
   * limit}.
   */
  List<StoredAgent> lastSeenAs(String name, int limit);

  /**
   * Returns the agents with a key that words in a text mean: an id without {@code @}, or the name
   * under which an agent was last seen, in any case.
   *
   * @param words in small letters
   * @param limit the most agents of one name; those seen last come first
   */
  List<StoredAgent> meantBy(Collection<String> words, int limit);
}
