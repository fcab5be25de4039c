package dev.reveille.server.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Loads cells by their kind. The wiring fills it at the start; then it does not change. */
public final class CellKinds implements CellFactory {
  private final Map<String, CellKind> kinds = new HashMap<>();

  /**
   * Adds kinds. Call it before the first cell is loaded. The kinds are added after construction
   * because they may need a host, and the host needs this table.
   */
  public void add(List<CellKind> more) {
    for (var kind : more) {
      if (kinds.put(kind.kind(), kind) != null) {
        throw new IllegalStateException("two kinds of cell are called " + kind.kind());
      }
    }
  }

  @Override
  public Cell load(CellId id) {
    var kind = kinds.get(id.kind());
    if (kind == null) throw new IllegalArgumentException("no cells of kind " + id.kind());
    return kind.load().apply(id.name());
  }
}
