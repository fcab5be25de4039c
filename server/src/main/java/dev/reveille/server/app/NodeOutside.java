package dev.reveille.server.app;

import dev.reveille.server.alert.AlertWay;
import dev.reveille.server.wake.WorkSource;
import java.util.List;

/**
 * The ways out of a node.
 *
 * @param alerts the ways to people
 * @param sources of work that lies elsewhere
 */
public record NodeOutside(List<AlertWay> alerts, List<WorkSource> sources) {
  public static final NodeOutside NONE = new NodeOutside(List.of(), List.of());

  public NodeOutside {
    alerts = List.copyOf(alerts);
    sources = List.copyOf(sources);
  }
}
