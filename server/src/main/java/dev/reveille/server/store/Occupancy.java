package dev.reveille.server.store;

/** Who has a data folder, as another process sees it. */
public sealed interface Occupancy {
  /** No server runs there, and the last one said goodbye. */
  record Free() implements Occupancy {}

  /** No server runs there; the last one was killed, and its note remains. */
  record Left(FolderHolder last) implements Occupancy {}

  /** This process runs and holds the folder: its start is the one that its note has. */
  record Held(FolderHolder holder) implements Occupancy {}

  /**
   * The folder is locked by a process that cannot be told from here: in a container, or on its way
   * up.
   */
  record Hidden() implements Occupancy {}
}
