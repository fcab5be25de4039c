package dev.reveille.server.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

/**
 * Everything that one package adds to the server, as data: its cells, effects, tables and requests,
 * its part of the agent, its facet and its meters. The wiring combines a list of features. No code
 * outside a feature's package names the feature's types.
 */
public record Feature(String name, List<Contribution> contributions) {
  public Feature {
    contributions = List.copyOf(contributions);
  }

  public static Feature of(String name, Contribution... contributions) {
    return new Feature(name, Arrays.asList(contributions));
  }

  /** Returns a builder for a feature of this name. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Collects the contributions of a feature. */
  public static final class Builder {
    private final String name;
    private final List<Contribution> contributions = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    public Builder with(Contribution... more) {
      contributions.addAll(Arrays.asList(more));
      return this;
    }

    public Builder with(List<? extends Contribution> more) {
      contributions.addAll(more);
      return this;
    }

    public Feature build() {
      return new Feature(name, contributions);
    }
  }

  /** Returns this feature's contributions of one type, in the order in which they were added. */
  public <C extends Contribution> List<C> all(Class<C> type) {
    return contributions.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Returns the contributions of one type from all features, in the order of the features. */
  public static <C extends Contribution> List<C> all(List<Feature> features, Class<C> type) {
    return features.stream().flatMap(feature -> feature.all(type).stream()).toList();
  }

  /**
   * Checks that everything has exactly one owner.
   *
   * @throws IllegalStateException if two contributions own the same thing
   */
  public static void requireOneOwnerEach(List<Feature> features) {
    var owners = new HashMap<String, String>();
    var twice = new ArrayList<String>();
    for (var feature : features) {
      for (var contribution : withParts(feature.contributions())) {
        var other = owners.put(contribution.owns(), feature.name());
        if (other != null) {
          twice.add(contribution.owns() + " (" + other + " and " + feature.name() + ")");
        }
      }
    }
    if (!twice.isEmpty()) {
      throw new IllegalStateException("These have two owners: " + String.join(", ", twice));
    }
  }

  private static List<Contribution> withParts(List<? extends Contribution> contributions) {
    var all = new ArrayList<Contribution>();
    for (var contribution : contributions) {
      all.add(contribution);
      all.addAll(withParts(contribution.parts()));
    }
    return all;
  }
}
