package dev.reveille.server.edge.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Reads the bodies of requests. Refuses a body that is too long before all of it has arrived. */
final class Bodies {
  private static final int MOST = 64 << 10;

  private Bodies() {}

  static void read(HttpServerRequest request, Consumer<String> then) {
    var body = Buffer.buffer();
    request.handler(
        piece -> {
          if (body.length() + piece.length() <= MOST) {
            body.appendBuffer(piece);
            return;
          }
          request.handler(null);
          request.endHandler(null);
          Answering.answer(request, Page.text(413, "Content Too Large"));
        });
    request.endHandler(_ -> then.accept(body.toString()));
  }
}
