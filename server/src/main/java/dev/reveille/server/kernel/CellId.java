package dev.reveille.server.kernel;

/**
 * The address of a cell.
 *
 * @param kind which sort of cell: decides the factory
 * @param name which one of that sort
 */
public record CellId(String kind, String name) {
  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
