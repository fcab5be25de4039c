package dev.reveille.server.edge.http;

import java.util.Map;
import java.util.Optional;

/**
 * A request to a route.
 *
 * @param parts of the path, by the names of its pattern
 * @param query the first value of each parameter
 * @param content the body, which is read when it is asked for
 */
public record Ask(
    Visit visit, Map<String, String> parts, Map<String, String> query, RequestBody content) {
  public Ask {
    parts = Map.copyOf(parts);
    query = Map.copyOf(query);
  }

  /** Returns a part of the path that the pattern names. */
  public String part(String name) {
    var part = parts.get(name);
    if (part == null) throw new IllegalArgumentException("The path has no " + name);
    return part;
  }

  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
  }

  /** Reads the whole body as text. It waits for the client, so it needs a thread of its own. */
  public String body() {
    return content.text();
  }
}
