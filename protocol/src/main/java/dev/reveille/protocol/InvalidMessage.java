package dev.reveille.protocol;

/**
 * A client's message has a field that is not as it must be.
 *
 * <p>{@link Fields} throws it and {@link ClientReader} turns it into a value; it goes no further.
 */
public final class InvalidMessage extends Exception {
  private final String reason;

  public InvalidMessage(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /** Returns the text that the client is told. */
  public String reason() {
    return reason;
  }
}
