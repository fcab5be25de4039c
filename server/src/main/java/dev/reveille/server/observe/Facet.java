package dev.reveille.server.observe;

import dev.reveille.server.kernel.Contribution;
import java.util.List;

/**
 * The part of one feature in the dashboard, its feed and {@code top}, as data.
 *
 * @param kinds the events that the feature writes
 * @param columns the columns that it adds to each agent's row
 * @param lists the lists that it adds to the page of one agent
 * @param series the series that it adds to the plots
 */
public record Facet(
    String name,
    List<EventKind> kinds,
    List<AgentColumn> columns,
    List<AgentList> lists,
    List<Series> series)
    implements Contribution {

  public Facet {
    kinds = List.copyOf(kinds);
    columns = List.copyOf(columns);
    lists = List.copyOf(lists);
    series = List.copyOf(series);
  }

  /** Returns a facet that has only events. */
  public static Facet of(String name, EventKind... kinds) {
    return new Facet(name, List.of(kinds), List.of(), List.of(), List.of());
  }

  public Facet withColumns(AgentColumn... more) {
    return new Facet(name, kinds, List.of(more), lists, series);
  }

  public Facet withLists(AgentList... more) {
    return new Facet(name, kinds, columns, List.of(more), series);
  }

  public Facet withSeries(Series... more) {
    return new Facet(name, kinds, columns, lists, List.of(more));
  }

  @Override
  public String owns() {
    return "facet " + name;
  }
}
