package dev.reveille.server.observe;

import dev.reveille.server.kernel.CellKind;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.store.Store;

/** The numbers of the server over time: what the plots show of hours and days. */
public final class NumbersFeature {
  private NumbersFeature() {}

  public static Feature make(Store store) {
    return Feature.of(
        "numbers",
        new CellKind(NumbersCell.KIND, _ -> new NumbersCell(store.reads(NumbersReads.class))));
  }
}
