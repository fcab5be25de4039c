package dev.reveille.server.route;

import dev.reveille.server.decision.WakeTrigger;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The seats and their stored routes, for those who may not read the store. It follows the commits;
 * decisions read the store itself. Safe for several threads.
 */
public final class RouteView {
  private volatile Set<String> seats = Set.of();
  private final Map<String, List<WakeRoute>> routes = new ConcurrentHashMap<>();

  /** Replaces the seats. The routes of those that are gone are forgotten. */
  public void seats(List<String> now) {
    seats = Set.copyOf(new HashSet<>(now));
    routes.keySet().retainAll(seats);
  }

  /** Takes in the routes of one identity. */
  public void put(String identity, List<WakeRoute> now) {
    routes.put(identity, List.copyOf(now));
  }

  public boolean hasSeat(String agent) {
    return seats.contains(agent);
  }

  /** Returns how many routes are not used, because their deliveries failed. */
  public long degraded() {
    return routes.values().stream()
        .flatMap(List::stream)
        .filter(route -> route.degraded() != null)
        .count();
  }

  public Set<String> seats() {
    return seats;
  }

  /**
   * Returns how long such an event waits for others: the shortest window of the agent's routes for
   * it. Empty if it has none, so that the event concerns nobody.
   */
  public Optional<Duration> window(String agent, WakeTrigger trigger, Duration usual) {
    return routes.getOrDefault(agent, List.of()).stream()
        .filter(route -> route.trigger() == trigger)
        .map(route -> route.window(usual))
        .min(Duration::compareTo);
  }
}
