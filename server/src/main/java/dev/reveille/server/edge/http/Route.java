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
 */
public record Route(
    Method method, String target, boolean exact, Runs runs, Function<Ask, Reply> reply)
    implements Contribution {

  /** The methods that a route may have. */
  public enum Method {
    GET,
    POST
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

  public Route {
    if (method == Method.POST && (exact || runs != Runs.ON_THREAD)) {
      throw new IllegalArgumentException("POST " + target + " needs a pattern and a thread");
    }
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

  @Override
  public String owns() {
    return "route " + method + " " + target;
  }
}
