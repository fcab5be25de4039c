package dev.reveille.server.edge.http;

import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Tells the pages what the socket layer knows of a request. */
public interface Callers {
  /** Returns the client's address, as far as it can be trusted. */
  String address(HttpServerRequest request);

  /**
   * Marks the connection as not idle, because this request lasts. Called on its event loop.
   *
   * @return is run, on any thread, when the request is over
   */
  Runnable stays(HttpServerRequest request);

  /** True if a proxy passed on the connection, so that it may not see this request. */
  boolean isTunnel(HttpServerRequest request);

  /** True if nobody on the way can read the request: TLS, or the same machine. */
  boolean isConfidential(HttpServerRequest request);

  /** Ends the request at once; data that its reader did not take is dropped. */
  void end(HttpServerRequest request);

  /** True if a {@code Host} header names this server. */
  boolean isOwnName(String host);

  /**
   * True if a page of this origin may ask.
   *
   * @param origin absent = no page asks
   * @param host the {@code Host} header: a page from there is our own
   */
  boolean isAllowedOrigin(@Nullable String origin, @Nullable String host);
}
