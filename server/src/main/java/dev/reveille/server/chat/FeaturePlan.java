package dev.reveille.server.chat;

import dev.reveille.server.kernel.Feature;
import dev.reveille.server.limits.FeatureSettings;
import dev.reveille.server.store.Table;
import java.util.List;
import java.util.function.Function;

/**
 * A feature before the node exists: its settings, because they are read first, its tables, because
 * the store is opened before it, and the function that makes the rest. The list in {@code
 * app.Features} has one line for each.
 */
public record FeaturePlan(
    List<FeatureSettings<?>> settings, List<Table> tables, Function<FeatureParts, Feature> make) {
  /** Makes the plan of a feature without settings. */
  public FeaturePlan(List<Table> tables, Function<FeatureParts, Feature> make) {
    this(List.of(), tables, make);
  }

  /** Makes the plan of a feature with settings. */
  public FeaturePlan(
      FeatureSettings<?> settings, List<Table> tables, Function<FeatureParts, Feature> make) {
    this(List.of(settings), tables, make);
  }

  public FeaturePlan {
    settings = List.copyOf(settings);
    tables = List.copyOf(tables);
  }
}
