package dev.reveille.server.kernel;

/** Loads cells. It reads the store, so it may block. */
@FunctionalInterface
public interface CellFactory {
  Cell load(CellId id);
}
