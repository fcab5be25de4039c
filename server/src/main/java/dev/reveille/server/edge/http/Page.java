package dev.reveille.server.edge.http;

import java.util.HashMap;
import java.util.Map;

/**
 * A whole answer.
 *
 * @param headers headers besides the usual ones
 */
public record Page(int status, String contentType, String body, Map<String, String> headers)
    implements Reply {
  static final Page NOT_FOUND = text(404, "Not Found");

  public Page {
    headers = Map.copyOf(headers);
  }

  public Page(int status, String contentType, String body) {
    this(status, contentType, body, Map.of());
  }

  public static Page text(int status, String body) {
    return new Page(status, "text/plain; charset=utf-8", body);
  }

  public static Page json(int status, String body) {
    return new Page(status, "application/json", body);
  }

  /** Returns the same page with more headers. */
  public Page with(Map<String, String> more) {
    var all = new HashMap<>(headers);
    all.putAll(more);
    return new Page(status, contentType, body, all);
  }
}
