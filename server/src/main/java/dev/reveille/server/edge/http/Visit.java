package dev.reveille.server.edge.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who asks for a page.
 *
 * @param address the client's, as far as it can be trusted
 * @param headers by their names in lower case
 */
public record Visit(String address, Map<String, String> headers) {
  /** The first header of that name, or null. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }
}
