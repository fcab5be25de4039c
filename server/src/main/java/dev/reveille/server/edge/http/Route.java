package dev.reveille.server.edge.http;

import java.util.function.Function;
import java.util.function.Supplier;

/** A page and the exact request target it answers: a query string makes it another target. */
public sealed interface Route {
  String target();

  /** Made from memory, on the event loop: must not block. */
  record Quick(String target, Supplier<Page> page) implements Route {}

  /** May wait for a disk, a lock or another process; made on a virtual thread. */
  record Blocking(String target, Supplier<Page> page) implements Route {}

  /** Depends on who asks; made on a virtual thread. */
  record Personal(String target, Function<Visit, Page> page) implements Route {}
}
