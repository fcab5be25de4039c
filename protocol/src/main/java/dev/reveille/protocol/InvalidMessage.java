package dev.reveille.protocol;

/**
 * Reports that a client's message has an invalid field.
 *
 * <p>{@link Fields} throws it and {@link ClientReader} catches it and returns a value. No other
 * code sees it.
 */
public final class InvalidMessage extends Exception {
  private final String reason;

  public InvalidMessage(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /** Returns the text for the client. */
  public String reason() {
    return reason;
  }
}
