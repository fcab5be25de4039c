package dev.reveille.server.outgoing;

/** Ends a request that is not allowed. It does not leave this package. */
final class RefusedRequest extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedRequest(String reason) {
    super(reason, null, false, false);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
