package dev.reveille.server.edge.ws;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which web pages may open a connection with their visitor's browser. */
final class Origins {
  private final Set<String> allowed;

  Origins(Set<String> allowed) {
    this.allowed =
        allowed.stream()
            .map(origin -> origin.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether to let the request in.
   *
   * @param origin absent = not from a browser
   * @param host the {@code Host} header: a page from there is our own
   */
  boolean admits(@Nullable String origin, @Nullable String host) {
    if (origin == null) {
      return true;
    }
    var lower = origin.trim().toLowerCase(Locale.ROOT);
    return allowed.contains(lower) || (host != null && isOwn(lower, host));
  }

  private static boolean isOwn(String origin, String host) {
    try {
      var page = new URI(origin);
      var scheme = page.getScheme();
      if (page.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
        return false;
      }
      var here = new URI("//" + host.trim().toLowerCase(Locale.ROOT));
      int usual = scheme.equals("https") ? 443 : 80;
      return page.getHost().equals(here.getHost()) && portOr(usual, page) == portOr(usual, here);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static int portOr(int usual, URI uri) {
    return uri.getPort() < 0 ? usual : uri.getPort();
  }
}
