package dev.reveille.server.edge.http;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers GET and HEAD of known targets, and 404 to everything else. */
public final class Pages implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(Pages.class);

  private final Map<String, Route> routes;
  private final Function<HttpServerRequest, String> address;

  public Pages(List<Route> routes) {
    this(routes, request -> request.remoteAddress().hostAddress());
  }

  /**
   * @param address where a request comes from
   */
  public Pages(List<Route> routes, Function<HttpServerRequest, String> address) {
    this.address = address;
    this.routes =
        routes.stream().collect(Collectors.toUnmodifiableMap(Route::target, Function.identity()));
  }

  @Override
  public void handle(HttpServerRequest request) {
    var method = request.method();
    var route = routes.get(request.uri());
    if (route == null || !(method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))) {
      answer(request, Page.NOT_FOUND);
      return;
    }
    switch (route) {
      case Route.Quick(var target, var page) -> answer(request, made(target, page));
      case Route.Blocking(var target, var page) -> later(request, target, page);
      case Route.Personal(var target, var page) -> {
        var visit = visit(request);
        later(request, target, () -> page.apply(visit));
      }
    }
  }

  private static void later(HttpServerRequest request, String target, Supplier<Page> page) {
    var loop = Vertx.currentContext();
    Thread.ofVirtual().name("page").start(() -> answer(loop, request, made(target, page)));
  }

  private Visit visit(HttpServerRequest request) {
    var headers = new HashMap<String, String>();
    request
        .headers()
        .forEach(
            header ->
                headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    return new Visit(address.apply(request), headers);
  }

  private static Page made(String target, Supplier<Page> page) {
    try {
      return page.get();
    } catch (RuntimeException e) {
      LOG.error("The page {} could not be made", target, e);
      return Page.text(500, "Internal Server Error");
    }
  }

  private static void answer(Context loop, HttpServerRequest request, Page page) {
    loop.runOnContext(nothing -> answer(request, page));
  }

  private static void answer(HttpServerRequest request, Page page) {
    var response = request.response();
    if (response.closed() || response.ended()) {
      return;
    }
    var body = Buffer.buffer(page.body());
    response
        .setStatusCode(page.status())
        .putHeader("Content-Type", page.contentType())
        .putHeader("Content-Length", Integer.toString(body.length()));
    // A body nobody reads must not hold the connection: the answer ends it.
    boolean last = !request.isEnded() && announcesBody(request);
    if (last) {
      response.putHeader("Connection", "close");
    }
    var sent = request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
    if (last) {
      sent.onComplete(done -> request.connection().close());
    }
  }

  private static boolean announcesBody(HttpServerRequest request) {
    var length = request.getHeader("Content-Length");
    return request.getHeader("Transfer-Encoding") != null
        || (length != null && !length.equals("0"));
  }
}
