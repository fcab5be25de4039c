package dev.reveille.server.edge.http;

import dev.reveille.server.edge.http.Route.Audience;
import dev.reveille.server.edge.http.Route.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the route of a request: by its exact target, else by the pattern of its path. */
final class RouteTable {
  /** The number of parts of a path that name an API and its version. */
  private static final int ROOT_PARTS = 3;

  private record Patterned(PathPattern pattern, Route route) {}

  /** A route, and the named parts of the path. */
  record Found(Route route, Map<String, String> parts) {}

  private final Map<String, Route> exact = new HashMap<>();
  private final List<Patterned> patterns = new ArrayList<>();

  /** The first parts of the paths of all routes for programs. */
  private final Set<String> roots = new HashSet<>();

  RouteTable(List<Route> routes) {
    for (var route : routes) {
      if (route.audience() == Audience.PROGRAMS) roots.add(root(route.target()));
      if (!route.exact()) {
        patterns.add(new Patterned(new PathPattern(route.target()), route));
      } else if (exact.put(route.target(), route) != null) {
        throw new IllegalArgumentException("Two pages for " + route.target());
      }
    }
  }

  /** Returns the route with exactly this target, for GET. */
  @Nullable Route exact(String target) {
    return exact.get(target);
  }

  Optional<Found> find(Method method, String path) {
    for (var each : patterns) {
      if (each.route().method() != method) continue;
      var parts = each.pattern().match(path);
      if (parts.isPresent()) return Optional.of(new Found(each.route(), parts.get()));
    }
    return Optional.empty();
  }

  /** Returns the methods that a path can be asked with; empty if it is unknown. */
  Set<Method> methods(String path) {
    var methods = EnumSet.noneOf(Method.class);
    for (var each : patterns) {
      if (each.pattern().match(path).isPresent()) methods.add(each.route().method());
    }
    return methods;
  }

  /** True if the path belongs to an API for programs, also if it is unknown there. */
  boolean isForPrograms(String path) {
    return roots.contains(root(path));
  }

  /** Returns the start of a path: {@code /api/v1} of {@code /api/v1/agents}. */
  private static String root(String path) {
    var parts = path.split("/", ROOT_PARTS + 1);
    int end = 0;
    for (int i = 0; i < Math.min(parts.length, ROOT_PARTS); i++) end += parts[i].length() + 1;
    return path.substring(0, Math.max(0, end - 1));
  }
}
