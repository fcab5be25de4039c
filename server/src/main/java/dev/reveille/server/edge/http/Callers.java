package dev.reveille.server.edge.http;

import io.vertx.core.http.HttpServerRequest;

/** Tells the pages what the socket layer knows of a request. */
public interface Callers {
  /** Returns the client's address, as far as it can be trusted. */
  String address(HttpServerRequest request);

  /**
   * Marks the connection as not idle, because the answer to this request lasts. Called on its event
   * loop.
   */
  void stays(HttpServerRequest request);

  /** Closes the request's connection at once; data that its reader did not take is dropped. */
  void end(HttpServerRequest request);
}
