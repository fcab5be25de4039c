package dev.reveille.server.store;

/** The stores that must do the same. */
public enum StoreKind {
  SQLITE,
  MEMORY
}
