package dev.reveille.server.edge.http;

/** The body of a request could not be read. The request is answered with this status. */
public final class BodyRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  BodyRefused(int status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
