package dev.reveille.server.store;

/** Says who holds a data folder, as another process sees it. */
public sealed interface Occupancy {
  /** No server runs there, and the last one stopped normally. */
  record Free() implements Occupancy {}

  /** No server runs there; the last one was killed, and its note remains. */
  record Left(FolderHolder last) implements Occupancy {}

  /** A server runs and holds the folder. The start time of the process is the one in its note. */
  record Held(FolderHolder holder) implements Occupancy {}

  /**
   * A process that cannot be identified holds the lock: it is in a container, or it is starting.
   */
  record Hidden() implements Occupancy {}
}
