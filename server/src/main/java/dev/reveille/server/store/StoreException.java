package dev.reveille.server.store;

/** Reports that the store could not be opened or read. The message says what to do. */
public final class StoreException extends RuntimeException {
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreException(String message) {
    super(message);
  }
}
