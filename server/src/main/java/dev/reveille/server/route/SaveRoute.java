package dev.reveille.server.route;

import dev.reveille.server.kernel.Write;
import org.jspecify.annotations.Nullable;

/**
 * Stores a route, or replaces the one of its number. Refused if another one has the same key.
 *
 * @param secret signs the bodies of a webhook; null = as before
 */
public record SaveRoute(WakeRoute route, @Nullable String secret) implements Write {
  @Override
  public String toString() {
    return "SaveRoute[" + route + "]";
  }
}
