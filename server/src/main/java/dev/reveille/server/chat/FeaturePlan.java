package dev.reveille.server.chat;

import dev.reveille.server.kernel.Feature;
import dev.reveille.server.store.Table;
import java.util.List;
import java.util.function.Function;

/**
 * A feature before the node exists: its tables, because the store is opened first, and the function
 * that makes the rest. The list in {@code app.Features} has one line for each.
 */
public record FeaturePlan(List<Table> tables, Function<FeatureParts, Feature> make) {
  public FeaturePlan {
    tables = List.copyOf(tables);
  }
}
