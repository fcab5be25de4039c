package dev.reveille.server.seat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The adapters that this server has, by name. The only list of harness names that is valid. */
public final class Harnesses {
  private final Map<String, HarnessAdapter> byName = new TreeMap<>();

  public Harnesses(List<HarnessAdapter> adapters) {
    for (var adapter : adapters) {
      if (byName.put(adapter.name(), adapter) != null) {
        throw new IllegalArgumentException("two harnesses are called " + adapter.name());
      }
    }
  }

  /** Tells all adapters where to report what they see. */
  void reportTo(Consumer<HarnessFinding> findings) {
    for (var adapter : byName.values()) adapter.reportTo(findings);
  }

  public Optional<HarnessAdapter> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the names, sorted. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }
}
