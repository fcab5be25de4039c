package dev.reveille.server.inbox;

import dev.reveille.server.delivery.Query;
import java.util.List;

/**
 * Asks how much is unread for an agent.
 *
 * @param present the channels that the agent is in now
 */
record UnreadQuery(String agent, List<String> present) implements Query {
  UnreadQuery {
    present = List.copyOf(present);
  }
}
