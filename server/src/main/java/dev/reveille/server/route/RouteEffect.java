package dev.reveille.server.route;

import dev.reveille.server.kernel.DirectoryEffect;
import java.util.List;

/** A change of the routes of an identity, or of what they have handed over. */
public sealed interface RouteEffect extends DirectoryEffect {
  /** The identity has these routes now. */
  record RoutesChanged(String identity, List<WakeRoute> routes) implements RouteEffect {
    public RoutesChanged {
      routes = List.copyOf(routes);
    }
  }

  /**
   * The inbox has entries that no route has handed over: they are looked at as if they came now.
   */
  record Replay(String identity) implements RouteEffect {}
}
