package dev.reveille.server.edge.http;

/** An answer to a GET. */
public record Page(int status, String contentType, String body) {
  static final Page NOT_FOUND = text(404, "Not Found");

  public static Page text(int status, String body) {
    return new Page(status, "text/plain; charset=utf-8", body);
  }

  public static Page json(int status, String body) {
    return new Page(status, "application/json", body);
  }
}
