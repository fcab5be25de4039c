package dev.reveille.server.edge.dashboard;

import dev.reveille.protocol.JsonText;
import dev.reveille.server.observe.EventKind;
import dev.reveille.server.observe.EventKinds;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/**
 * The words of all facets as JSON, for the page and {@code top}. With them, kinds of event,
 * columns, lists and plots are shown without code of their own.
 */
final class FacetWords {
  private FacetWords() {}

  static String json(List<Facet> facets, EventKinds kinds, List<Series> series) {
    var groups = new ArrayList<byte[]>();
    kinds
        .groups()
        .forEach(
            (name, found) ->
                groups.add(new JsonText(96).field("name", name).field("kinds", found).bytes()));
    return new JsonText(4096)
        .rawList("kinds", kinds.all().stream().map(FacetWords::kind).toList())
        .rawList("groups", groups)
        .rawList("columns", columns(facets))
        .rawList("lists", lists(facets))
        .rawList("plots", plots(series))
        .text();
  }

  private static byte[] kind(EventKind kind) {
    return new JsonText(128)
        .field("kind", kind.name())
        .field("words", kind.words().template())
        .field("tone", kind.tone().name().toLowerCase(Locale.ROOT))
        .bytes();
  }

  private static List<byte[]> columns(List<Facet> facets) {
    return facets.stream()
        .flatMap(facet -> facet.columns().stream())
        .map(
            column ->
                new JsonText(96)
                    .field("name", column.name())
                    .field("head", column.head())
                    .field("words", column.words().template())
                    .bytes())
        .toList();
  }

  private static List<byte[]> lists(List<Facet> facets) {
    return facets.stream()
        .flatMap(facet -> facet.lists().stream())
        .map(
            list ->
                new JsonText(96)
                    .field("name", list.name())
                    .field("title", list.title())
                    .field("words", list.words().template())
                    .bytes())
        .toList();
  }

  private static List<byte[]> plots(List<Series> series) {
    var plots = new LinkedHashMap<String, List<byte[]>>();
    for (var each : series) {
      var lines = plots.computeIfAbsent(each.plot(), _ -> new ArrayList<>());
      for (var line : each.lines()) lines.add(line(line));
    }
    var all = new ArrayList<byte[]>();
    plots.forEach(
        (title, lines) ->
            all.add(new JsonText(192).field("title", title).rawList("lines", lines).bytes()));
    return all;
  }

  private static byte[] line(Series.Line line) {
    return new JsonText(96)
        .field("label", line.label())
        .field("field", line.field())
        .field("unit", line.unit())
        .field("per", line.per())
        .field("counted", line.counted())
        .bytes();
  }
}
