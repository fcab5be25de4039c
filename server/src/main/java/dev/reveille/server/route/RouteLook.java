package dev.reveille.server.route;

import dev.reveille.server.decision.WakePolicy;
import dev.reveille.server.decision.WakeTrigger;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The routes of an agent, and what they say about its unread inbox.
 *
 * @param routes as the store has them at the moment of the look
 * @param held how many unread entries may not make a turn
 * @param heldBy the boldest policy of those
 * @param timers how many timers of its own fired and are unread
 * @param matched the routes by which unread entries may make a turn, by their numbers
 */
public record RouteLook(
    List<WakeRoute> routes, long held, WakePolicy heldBy, long timers, Set<Long> matched) {
  /** No routes: nothing may wake. */
  public static final RouteLook NONE = new RouteLook(List.of(), 0, WakePolicy.SILENT, 0, Set.of());

  public RouteLook {
    routes = List.copyOf(routes);
    matched = Set.copyOf(matched);
  }

  /** Returns the boldest policy of the routes for a trigger; empty if there is none. */
  Optional<WakePolicy> policy(WakeTrigger trigger) {
    return routes.stream()
        .filter(route -> route.trigger() == trigger)
        .map(WakeRoute::policy)
        .max(WakePolicy::compareTo);
  }

  /** True if something of this trigger may make a turn. */
  public boolean mayWake(WakeTrigger trigger) {
    return policy(trigger).filter(policy -> policy == WakePolicy.IMMEDIATE).isPresent();
  }
}
