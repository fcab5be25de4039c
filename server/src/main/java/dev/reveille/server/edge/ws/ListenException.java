package dev.reveille.server.edge.ws;

/** The port could not be opened. The message says which port and why. */
public final class ListenException extends RuntimeException {
  ListenException(String message, Throwable cause) {
    super(message, cause);
  }
}
