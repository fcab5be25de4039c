package dev.reveille.server.edge.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client that asks for a page.
 *
 * @param address the client's address, as far as it can be trusted
 * @param headers by their names in lower case
 * @param tunnel true if a proxy passed on the connection. It may not see this request, so missing
 *     headers of proxies prove nothing
 * @param confidential true if nobody on the way can read what the client sends
 */
public record Visit(
    String address, Map<String, String> headers, boolean tunnel, boolean confidential) {
  /** Returns the first header of that name, or null. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }
}
