package dev.reveille.server.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds of events of all facets. */
public final class EventKinds {
  private static final String FAMILY = ".*";

  private final Map<String, EventKind> byName = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException if two facets have the same kind
   */
  public EventKinds(List<Facet> facets) {
    for (var facet : facets) {
      for (var kind : facet.kinds()) {
        if (byName.put(kind.name(), kind) != null) {
          throw new IllegalArgumentException("Two facets have the kind " + kind.name());
        }
      }
    }
  }

  /** Returns all kinds, in the order of the facets. */
  public List<EventKind> all() {
    return List.copyOf(byName.values());
  }

  /** Returns the kind of that name, or the family it belongs to, such as {@code admin.*}. */
  public Optional<EventKind> find(String name) {
    var exact = byName.get(name);
    if (exact != null) return Optional.of(exact);
    int end = name.indexOf('.');
    return end < 0
        ? Optional.empty()
        : Optional.ofNullable(byName.get(name.substring(0, end) + FAMILY));
  }

  /** Returns the groups and the kinds in each, as a query of {@code /api/events} names them. */
  public Map<String, List<String>> groups() {
    var groups = new LinkedHashMap<String, List<String>>();
    for (var kind : byName.values()) {
      var name = kind.name();
      var asked = name.endsWith(FAMILY) ? name.substring(0, name.length() - 2) : name;
      for (var group : kind.groups()) {
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(asked);
      }
    }
    return groups;
  }
}
