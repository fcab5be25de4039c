package dev.reveille.cli.watch;

import java.util.Comparator;
import tools.jackson.databind.JsonNode;

/** The orders in which agents can be listed. The names are the values of {@code --sort}. */
public enum TopOrder {
  /** Sleepers first, the next to wake before the others; agents that are away last. */
  wake,
  name,
  /** The agent for which most waits first. */
  buffered,
  /** The agent whose next callback is due first. */
  callback,
  /** The last that came first, then the last that left. */
  seen;

  /** Returns the order. Agents that are equal in it stand by name and id. */
  Comparator<JsonNode> comparator() {
    var byName = Comparator.comparing((JsonNode agent) -> agent.path("name").asString(""));
    var own =
        switch (this) {
          case wake ->
              Comparator.comparingLong(TopOrder::wakeAt)
                  .thenComparing(AgentListing::isAway)
                  .thenComparingLong(agent -> -agent.path("last_seen").asLong(0));
          case name -> byName;
          case buffered ->
              Comparator.comparingLong(
                  (JsonNode agent) -> -agent.path("sleep").path("buffered").asLong(0));
          case callback -> Comparator.comparingLong(TopOrder::nextFire);
          case seen ->
              Comparator.comparing(AgentListing::isAway)
                  .thenComparingLong(agent -> -lastMove(agent));
        };
    return own.thenComparing(byName).thenComparing(agent -> agent.path("id").asString(""));
  }

  TopOrder next() {
    return switch (this) {
      case wake -> name;
      case name -> buffered;
      case buffered -> callback;
      case callback -> seen;
      case seen -> wake;
    };
  }

  private static long wakeAt(JsonNode agent) {
    return agent.path("sleep").path("wake_at").asLong(Long.MAX_VALUE);
  }

  private static long nextFire(JsonNode agent) {
    long at = agent.path("callbacks").path("next_fire_at").asLong(0);
    return at > 0 ? at : Long.MAX_VALUE;
  }

  private static long lastMove(JsonNode agent) {
    return agent.path(AgentListing.isAway(agent) ? "last_seen" : "connected_at").asLong(0);
  }
}
