package dev.reveille.server.edge.http;

import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.store.PageBudget;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the route of a request: by its exact target, else by the pattern of its path. */
public final class Pages implements Handler<HttpServerRequest> {
  private static final Logger log = LoggerFactory.getLogger(Pages.class);

  private record Patterned(PathPattern pattern, Route route) {}

  private record Found(Route route, Map<String, String> parts) {}

  private final Map<String, Route> exact = new HashMap<>();
  private final List<Patterned> patterns = new ArrayList<>();
  private final Callers callers;
  private final Streams streams;
  private final LongPages longPages;

  /** Creates pages for a server without a proxy in front. */
  public Pages(List<Route> routes) {
    this(
        routes,
        new Callers() {
          @Override
          public String address(HttpServerRequest request) {
            return request.remoteAddress().hostAddress();
          }

          @Override
          public void stays(HttpServerRequest request) {}

          @Override
          public void end(HttpServerRequest request) {
            request.connection().close();
          }
        },
        0,
        new PageBudget(0));
  }

  /**
   * @param mostStreams how many streams there may be at once
   * @param budget the memory for long answers
   */
  public Pages(List<Route> routes, Callers callers, int mostStreams, PageBudget budget) {
    this(
        routes, callers, new Streams(callers, mostStreams, budget), new LongPages(callers, budget));
  }

  Pages(List<Route> routes, Callers callers, Streams streams, LongPages longPages) {
    this.callers = callers;
    this.streams = streams;
    this.longPages = longPages;
    for (var route : routes) {
      if (!route.exact()) {
        patterns.add(new Patterned(new PathPattern(route.target()), route));
      } else if (exact.put(route.target(), route) != null) {
        throw new IllegalArgumentException("Two pages for " + route.target());
      }
    }
  }

  @Override
  public void handle(HttpServerRequest request) {
    var method = method(request);
    if (method == null) {
      Answering.answer(request, Page.NOT_FOUND);
      return;
    }
    var route = method == Method.GET ? exact.get(request.uri()) : null;
    if (route != null) {
      run(request, route, new Ask(visit(request), Map.of(), Map.of(), ""));
      return;
    }
    find(method, request.path())
        .ifPresentOrElse(
            found -> ask(request, found), () -> Answering.answer(request, Page.NOT_FOUND));
  }

  private static @Nullable Method method(HttpServerRequest request) {
    var method = request.method();
    if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) return Method.GET;
    return method.equals(HttpMethod.POST) ? Method.POST : null;
  }

  private Optional<Found> find(Method method, @Nullable String path) {
    if (path == null) return Optional.empty();
    for (var each : patterns) {
      if (each.route().method() != method) continue;
      var parts = each.pattern().match(path);
      if (parts.isPresent()) return Optional.of(new Found(each.route(), parts.get()));
    }
    return Optional.empty();
  }

  private void ask(HttpServerRequest request, Found found) {
    var visit = visit(request);
    var route = found.route();
    Map<String, String> query;
    try {
      query = query(request);
    } catch (IllegalArgumentException e) {
      Answering.answer(request, Page.text(400, "The query is not encoded as it must be"));
      return;
    }
    if (route.method() == Method.GET) {
      run(request, route, new Ask(visit, found.parts(), query, ""));
      return;
    }
    Bodies.read(request, body -> run(request, route, new Ask(visit, found.parts(), query, body)));
  }

  private void run(HttpServerRequest request, Route route, Ask ask) {
    Supplier<Reply> reply = () -> made(route.target(), () -> route.reply().apply(ask));
    switch (route.runs()) {
      case ON_LOOP -> answer(Vertx.currentContext(), request, reply.get());
      case ON_THREAD -> later(request, reply);
      case WITH_MEMORY -> whenThereIsMemory(request, reply);
    }
  }

  private void later(HttpServerRequest request, Supplier<Reply> reply) {
    var loop = Vertx.currentContext();
    Thread.ofVirtual().name("page").start(() -> answer(loop, request, reply.get()));
  }

  private void whenThereIsMemory(HttpServerRequest request, Supplier<Reply> reply) {
    var loop = Vertx.currentContext();
    Thread.ofVirtual()
        .name("page")
        .start(
            () ->
                longPages
                    .answer(loop, request, reply)
                    .ifPresent(stream -> streams.run(loop, request, stream)));
  }

  private void answer(Context loop, HttpServerRequest request, Reply reply) {
    switch (reply) {
      case Page page -> loop.runOnContext(_ -> Answering.answer(request, page));
      case Stream stream -> streams.run(loop, request, stream);
    }
  }

  private Visit visit(HttpServerRequest request) {
    var headers = new HashMap<String, String>();
    request
        .headers()
        .forEach(
            header ->
                headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    return new Visit(callers.address(request), headers);
  }

  private static Map<String, String> query(HttpServerRequest request) {
    var all = new HashMap<String, String>();
    request.params().forEach(each -> all.putIfAbsent(each.getKey(), each.getValue()));
    return all;
  }

  private static Reply made(String target, Supplier<Reply> reply) {
    try {
      return reply.get();
    } catch (RuntimeException e) {
      log.error("The page {} could not be made", target, e);
      return Page.text(500, "Internal Server Error");
    }
  }
}
