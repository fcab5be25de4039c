package dev.reveille.server.edge.http;

import dev.reveille.server.edge.http.Route.Audience;
import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.edge.http.Route.Runs;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.PageBudget;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests: finds the route, checks what is asked, runs the handler, sends its reply. */
public final class Pages implements Handler<HttpServerRequest> {
  private static final Logger log = LoggerFactory.getLogger(Pages.class);

  /** The time that a handler waits for a body, besides what its length allows. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final RouteTable table;
  private final Callers callers;
  private final RequestChecks checks;
  private final Map<Audience, Streams> streams;
  private final LongPages longPages;
  private final WaitingPages waitingPages;
  private final IncomingBody.Reading reading;

  /**
   * @param mostStreams how many streams there may be at once for each audience
   * @param budget the memory for long answers and long bodies
   */
  public Pages(
      List<Route> routes,
      Callers callers,
      Map<Audience, Integer> mostStreams,
      PageBudget budget,
      Clock clock) {
    this(
        routes,
        callers,
        streams(callers, mostStreams, budget),
        new LongPages(callers, budget),
        new IncomingBody.Reading(clock, GRACE, budget));
  }

  Pages(
      List<Route> routes,
      Callers callers,
      Map<Audience, Streams> streams,
      LongPages longPages,
      IncomingBody.Reading reading) {
    this.table = new RouteTable(routes);
    this.callers = callers;
    this.checks = new RequestChecks(callers, table);
    this.streams = streams;
    this.longPages = longPages;
    this.waitingPages = new WaitingPages(callers, longPages);
    this.reading = reading;
  }

  private static Map<Audience, Streams> streams(
      Callers callers, Map<Audience, Integer> most, PageBudget budget) {
    var all = new EnumMap<Audience, Streams>(Audience.class);
    most.forEach((audience, number) -> all.put(audience, new Streams(callers, number, budget)));
    return all;
  }

  @Override
  public void handle(HttpServerRequest request) {
    var method = method(request.method());
    var route = method == Method.GET ? table.exact(request.uri()) : null;
    if (route != null) {
      run(request, route, ask(request, Map.of(), Map.of(), RequestBody.NONE), () -> {});
      return;
    }
    var path = request.path();
    var refusal = checks.refusal(request, path);
    if (path == null || refusal != null) {
      Answering.answer(request, refusal == null ? Page.NOT_FOUND : refusal);
      return;
    }
    var found = method == null ? null : table.find(method, path).orElse(null);
    if (found == null) Answering.answer(request, checks.notFound(request, path));
    else take(request, found);
  }

  private static @Nullable Method method(HttpMethod method) {
    return switch (method.name()) {
      case "GET", "HEAD" -> Method.GET;
      case "POST" -> Method.POST;
      case "PUT" -> Method.PUT;
      case "PATCH" -> Method.PATCH;
      case "DELETE" -> Method.DELETE;
      default -> null;
    };
  }

  private void take(HttpServerRequest request, RouteTable.Found found) {
    var route = found.route();
    Map<String, String> query;
    try {
      query = query(request);
    } catch (IllegalArgumentException e) {
      refuse(request, route, 400, "The query is not encoded as it must be");
      return;
    }
    if (route.method() == Method.GET || !Answering.announcesBody(request)) {
      run(request, route, ask(request, found.parts(), query, RequestBody.NONE), () -> {});
      return;
    }
    var expected = request.getHeader("Expect");
    if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
      refuse(request, route, 417, "Only 100-continue can be expected");
      return;
    }
    if (IncomingBody.length(request).filter(length -> length > route.mostBody()).isPresent()) {
      var refusal = IncomingBody.tooLong(route.mostBody());
      refuse(request, route, refusal.status(), refusal.reason());
      return;
    }
    var body = new IncomingBody(Vertx.currentContext(), request, route.mostBody(), reading);
    var over = callers.stays(request);
    run(
        request,
        route,
        ask(request, found.parts(), query, body),
        () -> {
          body.close();
          over.run();
        });
  }

  private Ask ask(
      HttpServerRequest request,
      Map<String, String> parts,
      Map<String, String> query,
      RequestBody body) {
    return new Ask(checks.visit(request), parts, query, body);
  }

  private static void refuse(HttpServerRequest request, Route route, int status, String reason) {
    Answering.answer(request, refusal(route, status, reason));
  }

  private static Page refusal(Route route, int status, String reason) {
    return route.audience() == Audience.PROGRAMS
        ? new HttpProblem(status, reason).page()
        : Page.text(status, reason);
  }

  /**
   * Makes the reply where the route wants it made, and sends it.
   *
   * @param after runs when the reply is made, and sent if it is a stream
   */
  private void run(HttpServerRequest request, Route route, Ask ask, Runnable after) {
    var loop = Vertx.currentContext();
    if (route.runs() == Runs.ON_LOOP) {
      answer(loop, request, route, made(route, ask));
      return;
    }
    Supplier<Reply> reply = () -> made(route, ask);
    Thread.ofVirtual()
        .name("page")
        .start(
            () -> {
              try {
                if (route.runs() == Runs.ON_THREAD) answer(loop, request, route, reply.get());
                else longAnswer(loop, request, route, reply);
              } finally {
                after.run();
              }
            });
  }

  private void longAnswer(
      Context loop, HttpServerRequest request, Route route, Supplier<Reply> reply) {
    longPages
        .answer(loop, request, reply, refusal(route, 503, LongPages.BUSY))
        .ifPresent(other -> answer(loop, request, route, other));
  }

  private void answer(Context loop, HttpServerRequest request, Route route, Reply reply) {
    switch (reply) {
      case Page page -> loop.runOnContext(_ -> Answering.answer(request, page));
      case Stream stream -> run(loop, request, route, stream);
      case Waiting waiting ->
          waitingPages.run(loop, request, waiting, refusal(route, 503, LongPages.BUSY));
    }
  }

  private void run(Context loop, HttpServerRequest request, Route route, Stream stream) {
    var audience = streams.get(route.audience());
    if (audience == null) throw new IllegalStateException("No streams for " + route.audience());
    audience.run(loop, request, stream);
  }

  private static Map<String, String> query(HttpServerRequest request) {
    var all = new HashMap<String, String>();
    request.params().forEach(each -> all.putIfAbsent(each.getKey(), each.getValue()));
    return all;
  }

  private static Reply made(Route route, Ask ask) {
    try {
      return route.reply().apply(ask);
    } catch (BodyRefused e) {
      return refusal(route, e.status(), e.reason());
    } catch (RuntimeException e) {
      log.error("The page {} could not be made", route.target(), e);
      return refusal(route, 500, "Internal Server Error");
    }
  }
}
