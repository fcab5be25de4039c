package dev.reveille.server.edge.http;

import io.vertx.core.http.HttpServerResponse;
import java.util.Map;

/** The headers of every answer. */
final class Headers {
  /**
   * Allows only scripts of our own files, no frame around the page, and no form or request to other
   * servers.
   */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final Map<String, String> ALWAYS =
      Map.of(
          "Content-Security-Policy", POLICY,
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cache-Control", "no-store");

  private Headers() {}

  /** Sets the headers of all answers, then those of this answer. */
  static void put(HttpServerResponse response, Map<String, String> own) {
    ALWAYS.forEach(response::putHeader);
    own.forEach(response::putHeader);
  }
}
