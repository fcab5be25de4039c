package dev.reveille.server.edge.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client that asks for a page.
 *
 * @param address the client's address, as far as it can be trusted
 * @param headers by their names in lower case
 */
public record Visit(String address, Map<String, String> headers) {
  /** Returns the first header of that name, or null. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }
}
