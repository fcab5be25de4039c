package dev.reveille.server.wake;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The seats and their routes, as they were last read. Safe for several threads. */
final class RouteView {
  private volatile Set<String> seats = Set.of();
  private volatile Map<String, List<WakeRoute>> routes = Map.of();

  /** Replaces everything. */
  void set(List<String> nowSeats, List<WakeRoute> nowRoutes) {
    var byAgent = new HashMap<String, List<WakeRoute>>();
    for (var route : nowRoutes) {
      byAgent.merge(
          route.identity(),
          List.of(route),
          (some, more) -> {
            var all = new java.util.ArrayList<>(some);
            all.addAll(more);
            return List.copyOf(all);
          });
    }
    seats = Set.copyOf(new HashSet<>(nowSeats));
    routes = Map.copyOf(byAgent);
  }

  boolean hasSeat(String agent) {
    return seats.contains(agent);
  }

  Set<String> seats() {
    return seats;
  }

  /** Returns how long a message waits for others; the shortest of the agent's routes. */
  Duration window(String agent, Duration usual) {
    return routes.getOrDefault(agent, List.of()).stream()
        .map(WakeRoute::window)
        .min(Duration::compareTo)
        .orElse(usual);
  }

  /** Returns the boldest policy of the agent's routes for a trigger; IMMEDIATE if it has none. */
  WakePolicy policy(String agent, WakeTrigger trigger) {
    return routes.getOrDefault(agent, List.of()).stream()
        .filter(route -> route.trigger() == trigger)
        .map(WakeRoute::policy)
        .max(WakePolicy::compareTo)
        .orElse(WakePolicy.IMMEDIATE);
  }
}
