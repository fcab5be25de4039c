package dev.reveille.client.file;

/** Is told how far a transfer is. Called on the thread that moves the parts: be quick. */
@FunctionalInterface
public interface TransferProgress {
  TransferProgress SILENT = (_, _) -> {};

  /** So many parts are through, of so many. */
  void moved(int done, int parts);
}
