package dev.reveille.server.edge.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** Sends whole pages. Runs on the request's event loop. */
final class Answering {
  /** The error code of HTTP/2 that means: no error, but the rest of the body is not needed. */
  private static final long NO_ERROR = 0;

  private static final int NOT_MODIFIED = 304;

  /** The most bytes of a body that are read only to keep the connection. */
  private static final long SHORT = 64 << 10;

  private static final long LINGER_MILLIS = 500;

  private Answering() {}

  /** Sends a page. The future completes when the socket took it, or the connection is gone. */
  static Future<Void> answer(HttpServerRequest request, Page page) {
    var response = request.response();
    if (response.closed() || response.ended()) return Future.succeededFuture();
    boolean known = page.status() == 200 && isKnown(request, page.headers().get(Page.TAG));
    Headers.put(response, page.headers());
    boolean rest = !request.isEnded() && announcesBody(request);
    boolean last = rest && !isSoonOver(request);
    if (last && !isStream(request)) response.putHeader("Connection", "close");
    var sent = known ? response.setStatusCode(NOT_MODIFIED).end() : send(request, page);
    if (rest) sent.onComplete(_ -> passOver(request, last));
    return sent;
  }

  /** True if the rest of the body is short and on its way, so that the connection can go on. */
  private static boolean isSoonOver(HttpServerRequest request) {
    return !isStream(request)
        && request.getHeader("Expect") == null
        && IncomingBody.length(request).filter(length -> length <= SHORT).isPresent();
  }

  /**
   * Reads the rest of a body that nobody wants. A connection that is closed with unread bytes may
   * lose the answer, so a last one stays for a moment.
   */
  private static void passOver(HttpServerRequest request, boolean last) {
    if (isStream(request)) {
      request.response().reset(NO_ERROR);
      return;
    }
    if (!request.isEnded()) {
      request.exceptionHandler(_ -> {}).handler(_ -> {}).endHandler(_ -> {});
      request.resume();
    }
    if (!last) return;
    var connection = request.connection();
    var _ = Vertx.currentContext().owner().setTimer(LINGER_MILLIS, _ -> connection.close());
  }

  private static Future<Void> send(HttpServerRequest request, Page page) {
    var response = request.response().setStatusCode(page.status());
    // An answer without content has no length either.
    if (page.status() == 204) return response.end();
    var body = Buffer.buffer(page.body());
    response
        .putHeader("Content-Type", page.contentType())
        .putHeader("Content-Length", Integer.toString(body.length()));
    return request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
  }

  /** True if the request is one of several on its connection, so that it ends alone. */
  static boolean isStream(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2;
  }

  /** True if the client says that it has the page with this tag. */
  private static boolean isKnown(HttpServerRequest request, @Nullable String tag) {
    var known = request.getHeader("If-None-Match");
    if (known == null || tag == null || !isSafe(request.method())) return false;
    for (var each : known.split(",", -1)) {
      var one = each.strip();
      if (one.equals("*") || one.equals(tag) || one.equals("W/" + tag)) return true;
    }
    return false;
  }

  private static boolean isSafe(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  /** True if a body may follow. HTTP/2 need not announce it. */
  static boolean announcesBody(HttpServerRequest request) {
    var length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"))
        || (length == null && isStream(request) && !isSafe(request.method()));
  }
}
