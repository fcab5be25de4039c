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
 * @param pages the JSON that it adds to the data behind the dashboard
 * @param orders what administrators can order at the page
 */
public record Facet(
    String name,
    List<EventKind> kinds,
    List<AgentColumn> columns,
    List<AgentList> lists,
    List<Series> series,
    List<FacetPage> pages,
    List<FacetOrder> orders)
    implements Contribution {

  public Facet {
    kinds = List.copyOf(kinds);
    columns = List.copyOf(columns);
    lists = List.copyOf(lists);
    series = List.copyOf(series);
    pages = List.copyOf(pages);
    orders = List.copyOf(orders);
  }

  /** Returns a facet that has only events. */
  public static Facet of(String name, EventKind... kinds) {
    return new Facet(name, List.of(kinds), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  public Facet withColumns(AgentColumn... more) {
    return new Facet(name, kinds, List.of(more), lists, series, pages, orders);
  }

  public Facet withLists(AgentList... more) {
    return new Facet(name, kinds, columns, List.of(more), series, pages, orders);
  }

  public Facet withSeries(Series... more) {
    return new Facet(name, kinds, columns, lists, List.of(more), pages, orders);
  }

  public Facet withPages(List<FacetPage> more) {
    return new Facet(name, kinds, columns, lists, series, more, orders);
  }

  public Facet withOrders(FacetOrder... more) {
    return new Facet(name, kinds, columns, lists, series, pages, List.of(more));
  }

  @Override
  public String owns() {
    return "facet " + name;
  }
}
