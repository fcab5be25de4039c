package dev.reveille.server.edge.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** Sends whole pages. Runs on the request's event loop. */
final class Answering {
  private Answering() {}

  /** Sends a page. The future completes when the socket took it, or the connection is gone. */
  static Future<Void> answer(HttpServerRequest request, Page page) {
    var response = request.response();
    if (response.closed() || response.ended()) return Future.succeededFuture();
    var body = Buffer.buffer(page.body());
    response
        .setStatusCode(page.status())
        .putHeader("Content-Type", page.contentType())
        .putHeader("Content-Length", Integer.toString(body.length()));
    Headers.put(response, page.headers());
    // Nobody reads the rest of the body, so the answer closes the connection.
    boolean last = !request.isEnded() && announcesBody(request);
    if (last) response.putHeader("Connection", "close");
    var sent = request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
    if (last) sent.onComplete(_ -> request.connection().close());
    return sent;
  }

  private static boolean announcesBody(HttpServerRequest request) {
    var length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
  }
}
