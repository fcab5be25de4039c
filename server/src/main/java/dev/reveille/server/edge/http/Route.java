package dev.reveille.server.edge.http;

import dev.reveille.server.kernel.Contribution;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request and what answers it. HEAD is answered as GET.
 *
 * @param target the path, or a {@link PathPattern} if the route is not exact
 * @param exact true if the request must name this target and nothing else; a query string makes it
 *     another target. Otherwise any query belongs to the route
 * @param runs where the reply is made
 */
public record Route(
    Method method, String target, boolean exact, Runs runs, Function<Ask, Reply> reply)
    implements Contribution {

  /** The methods that can be used. */
  public enum Method {
    GET,
    POST
  }

  /** Where a reply is made. */
  public enum Runs {
    /** On the event loop, from memory: must not block. */
    ON_LOOP,
    /** On a virtual thread: may wait for a disk, a lock or another process. */
    ON_THREAD,
    /** On a virtual thread, once there is memory for a long page. */
    WITH_MEMORY
  }

  public Route {
    if (method == Method.POST && (exact || runs != Runs.ON_THREAD)) {
      throw new IllegalArgumentException("POST " + target + " needs a pattern and a thread");
    }
  }

  /** A page that is made from memory. */
  public static Route quick(String target, Supplier<Page> page) {
    return new Route(Method.GET, target, true, Runs.ON_LOOP, _ -> page.get());
  }

  /** A page that may take time to make. */
  public static Route page(String target, Supplier<Page> page) {
    return pageFor(target, _ -> page.get());
  }

  /** A page that depends on who asks, and may take time to make. */
  public static Route pageFor(String target, Function<Visit, Page> page) {
    return new Route(Method.GET, target, true, Runs.ON_THREAD, ask -> page.apply(ask.visit()));
  }

  /** An answer that depends on the path, the query and the body. */
  public static Route pattern(Method method, String pattern, Function<Ask, Reply> reply) {
    return new Route(method, pattern, false, Runs.ON_THREAD, reply);
  }

  /** An answer to GET that depends on the path and the query, and may be long. */
  public static Route longPage(String pattern, Function<Ask, Reply> reply) {
    return new Route(Method.GET, pattern, false, Runs.WITH_MEMORY, reply);
  }

  @Override
  public String owns() {
    return "route " + method + " " + target;
  }
}
