package dev.reveille.server.edge.http;

import io.vertx.core.http.HttpServerRequest;

/** Tells the pages what the socket layer knows of a request. */
public interface Callers {
  /** Returns the client's address, as far as it can be trusted. */
  String address(HttpServerRequest request);

  /** The answer to this request lasts: its connection is not idle meanwhile. On its event loop. */
  void stays(HttpServerRequest request);

  /** Ends the request's connection at once; what its reader did not take is dropped. */
  void end(HttpServerRequest request);
}
