package dev.reveille.server.edge.http;

import dev.reveille.server.kernel.Contribution;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request and its handler. HEAD is answered as GET.
 *
 * @param target the path, or a {@link PathPattern} if the route is not exact
 * @param exact true if the request must have exactly this target; with a query string it is another
 *     target. Otherwise any query belongs to the route
 * @param runs the thread on which the reply is made
 * @param audience who may ask, and how errors are written
 * @param mostBody the most bytes of a body; a longer one is refused
 * @param reply makes the answer. It reads the body itself, so nothing is read for a request that it
 *     refuses
 */
public record Route(
    Method method,
    String target,
    boolean exact,
    Runs runs,
    Audience audience,
    long mostBody,
    Function<Ask, Reply> reply)
    implements Contribution {

  /** The most bytes of a body if a route does not say. */
  public static final long SHORT_BODY = 64 << 10;

  /** The methods that a route may have. */
  public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
  }

  /** The thread on which a reply is made. */
  public enum Runs {
    /** On the event loop, from memory. It must not block. */
    ON_LOOP,
    /** On a virtual thread. It may wait for a disk, a lock or another process. */
    ON_THREAD,
    /** On a virtual thread, once there is memory for a long page. */
    WITH_MEMORY
  }

  /** The clients that a route is for. */
  public enum Audience {
    /** Browsers and monitors. The page decides who may see it. Errors are text. */
    PEOPLE,
    /**
     * Programs. The request must name this server as its host, and must not come from a foreign web
     * page. Errors are {@code application/problem+json}.
     */
    PROGRAMS
  }

  public Route {
    if (method != Method.GET && (exact || runs == Runs.ON_LOOP)) {
      throw new IllegalArgumentException(method + " " + target + " needs a pattern and a thread");
    }
    if (audience == Audience.PROGRAMS && exact) {
      throw new IllegalArgumentException(target + " needs a pattern");
    }
  }

  private Route(
      Method method, String target, boolean exact, Runs runs, Function<Ask, Reply> reply) {
    this(method, target, exact, runs, Audience.PEOPLE, SHORT_BODY, reply);
  }

  /** Returns a route to a page that is made from memory. */
  public static Route quick(String target, Supplier<Page> page) {
    return new Route(Method.GET, target, true, Runs.ON_LOOP, _ -> page.get());
  }

  /** Returns a route to a page that may take time to make. */
  public static Route page(String target, Supplier<Page> page) {
    return pageFor(target, _ -> page.get());
  }

  /** Returns a route to a page that depends on the visitor, and may take time to make. */
  public static Route pageFor(String target, Function<Visit, Page> page) {
    return new Route(Method.GET, target, true, Runs.ON_THREAD, ask -> page.apply(ask.visit()));
  }

  /** Returns a route to an answer that depends on the path, the query and the body. */
  public static Route pattern(Method method, String pattern, Function<Ask, Reply> reply) {
    return new Route(method, pattern, false, Runs.ON_THREAD, reply);
  }

  /**
   * Returns a route for GET to an answer that depends on the path and the query, and may be long.
   */
  public static Route longPage(String pattern, Function<Ask, Reply> reply) {
    return new Route(Method.GET, pattern, false, Runs.WITH_MEMORY, reply);
  }

  /** Returns a route of an API for programs. */
  public static Route api(
      Method method, String pattern, Runs runs, long mostBody, Function<Ask, Reply> reply) {
    return new Route(method, pattern, false, runs, Audience.PROGRAMS, mostBody, reply);
  }

  @Override
  public String owns() {
    return "route " + method + " " + target;
  }
}
