package dev.reveille.server.kernel;

import java.util.function.Function;

/**
 * A kind of cell.
 *
 * @param kind the first part of the cells' addresses
 * @param load makes the cell of this name from what is durable; may read the store
 */
public record CellKind(String kind, Function<String, Cell> load) implements Contribution {
  @Override
  public String owns() {
    return "cell " + kind;
  }
}
