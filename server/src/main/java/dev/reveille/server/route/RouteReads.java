package dev.reveille.server.route;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the routes of identities. */
public interface RouteReads {
  /** Returns the routes of one identity, in the order of their numbers. */
  List<WakeRoute> routes(String identity);

  /** Returns routes of identities after this one, at most {@code limit}, whole identities first. */
  List<WakeRoute> routesAfter(String identity, long n, int limit);

  /** Returns the number of the identity's next route; empty if it never had any. */
  OptionalLong next(String identity);

  /** Returns what signs the bodies of a webhook. */
  Optional<String> secret(String identity, long n);
}
