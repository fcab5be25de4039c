package dev.reveille.server.identity;

import dev.reveille.server.delivery.Cells;
import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.store.Store;

/** The feature of agents and their keys. */
public final class IdentityFeature {
  private IdentityFeature() {}

  public static Feature make(Clock clock, Store store) {
    return Feature.of(
        "identity",
        new CellKind(Cells.KEYS, agent -> KeyCell.load(agent, clock, store)),
        KeyFacet.facet());
  }
}
