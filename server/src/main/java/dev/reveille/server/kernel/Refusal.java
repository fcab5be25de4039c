package dev.reveille.server.kernel;

/** Says why a unit was not stored. */
public final class Refusal extends RuntimeException {
  public Refusal(String message, Throwable cause) {
    super(message, cause);
  }

  public Refusal(String message) {
    super(message);
  }
}
