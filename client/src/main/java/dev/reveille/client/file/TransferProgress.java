package dev.reveille.client.file;

/** Gets the progress of a transfer. Called on the thread that sends or takes parts. */
@FunctionalInterface
public interface TransferProgress {
  TransferProgress SILENT = (_, _) -> {};

  /** So many parts are through, of so many. */
  void moved(int done, int parts);
}
