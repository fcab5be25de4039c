package dev.reveille.server.edge.http;

import java.util.function.Function;
import java.util.function.Supplier;

/** A page and what it answers to. */
public sealed interface Route {
  /** The exact request target, or a {@link PathPattern}. */
  String target();

  /** Made from memory, on the event loop: must not block. A query string is another target. */
  record Quick(String target, Supplier<Page> page) implements Route {}

  /** May wait for a disk, a lock or another process; made on a virtual thread. */
  record Blocking(String target, Supplier<Page> page) implements Route {}

  /** Depends on who asks; made on a virtual thread. */
  record Personal(String target, Function<Visit, Page> page) implements Route {}

  /**
   * Depends on who asks for what; made on a virtual thread. HEAD is answered as GET.
   *
   * @param target a {@link PathPattern}; any query belongs to it
   * @param paged true if the answer may be long: it is made when there is memory for a page
   */
  record Asked(Method method, String target, boolean paged, Function<Ask, Reply> reply)
      implements Route {
    public Asked(Method method, String target, Function<Ask, Reply> reply) {
      this(method, target, false, reply);
    }
  }

  /** What can be done. */
  enum Method {
    GET,
    POST
  }
}
