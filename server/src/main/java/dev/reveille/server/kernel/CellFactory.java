package dev.reveille.server.kernel;

/** Loads cells. May block: it reads the store. */
@FunctionalInterface
public interface CellFactory {
  Cell load(CellId id);
}
