package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lookups of all features, by the type of their query. */
public final class Lookups {
  private final Map<Class<?>, Lookup<?>> byType = new HashMap<>();

  public Lookups(List<Lookup<?>> lookups) {
    for (var lookup : lookups) {
      if (byType.put(lookup.type(), lookup) != null) {
        throw new IllegalStateException(lookup.type() + " has two lookups");
      }
    }
  }

  /** Returns the answer. May block. */
  ServerMessage answer(Query query) {
    var lookup = byType.get(query.getClass());
    if (lookup == null) throw new IllegalStateException("no lookup for " + query.getClass());
    return lookup.answer(query);
  }
}
