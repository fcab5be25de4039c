package dev.reveille.server.kernel;

/**
 * The address of a cell.
 *
 * @param kind the kind of cell, which decides who loads it
 * @param name the name of the cell, unique among the cells of its kind
 */
public record CellId(String kind, String name) {
  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
