package dev.reveille.server.wake;

import dev.reveille.server.identity.AgentReads;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.route.DefinedRoute;
import dev.reveille.server.route.RouteConfig;
import dev.reveille.server.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that the settings define, by the id of their agent. */
final class DefinedRoutes {
  private static final Logger log = LoggerFactory.getLogger(DefinedRoutes.class);

  private final List<RouteConfig> config;
  private final Store store;
  private final Map<String, List<DefinedRoute>> byIdentity = new HashMap<>();

  DefinedRoutes(List<RouteConfig> config, Store store) {
    this.config = config;
    this.store = store;
  }

  /** Finds the agents. Called once, before anything happens. */
  void find() {
    for (var each : config) {
      var identity = identity(each.identity());
      if (identity.isEmpty()) {
        log.warn(
            "No agent {} has been here, or several, so its route is not set;"
                + " name it by its id, with @",
            each.identity());
        continue;
      }
      byIdentity
          .computeIfAbsent(identity.get(), _ -> new ArrayList<>())
          .add(new DefinedRoute(each.wish(), each.address(), each.secret()));
    }
  }

  private Optional<String> identity(String word) {
    if (word.startsWith("@")) return Optional.of(word);
    var found = store.reads(AgentReads.class).lastSeenAs(word, 2);
    return found.size() == 1 ? found.stream().map(StoredAgent::id).findFirst() : Optional.empty();
  }

  List<DefinedRoute> of(String identity) {
    return byIdentity.getOrDefault(identity, List.of());
  }
}
