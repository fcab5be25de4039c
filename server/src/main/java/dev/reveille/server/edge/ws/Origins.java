package dev.reveille.server.edge.ws;

import io.netty.util.NetUtil;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides which web pages may ask this server, and by which names it may be asked. */
final class Origins {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> allowed;
  private final Set<String> ownHosts;

  /**
   * Allows pages of these origins, and pages of this server itself.
   *
   * @param boundHosts the addresses the server listens on
   */
  Origins(WsOptions.Admission admission, Collection<String> boundHosts) {
    ownHosts = new HashSet<>(LOOPBACK);
    for (var host : boundHosts) {
      ownHosts.add(host.contains(":") ? "[" + host + "]" : host.toLowerCase(Locale.ROOT));
    }
    allowed = lower(admission.allowedOrigins());
    ownHosts.addAll(lower(admission.allowedHosts()));
  }

  private static Set<String> lower(Set<String> words) {
    return words.stream()
        .map(word -> word.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * True if the {@code Host} header is a name of this server. Any address is one: a foreign page
   * that wants to be taken for our own needs a name that it can lead here.
   */
  boolean isOwnName(String host) {
    try {
      var here = new URI("//" + host.trim().toLowerCase(Locale.ROOT));
      var name = here.getHost();
      if (name == null || here.getRawUserInfo() != null || !here.getRawPath().isEmpty()) {
        return false;
      }
      return ownHosts.contains(name) || name.startsWith("[") || NetUtil.isValidIpV4Address(name);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * True if the request is allowed.
   *
   * @param origin absent = not from a browser
   * @param host the {@code Host} header: a page from there is our own
   */
  boolean admits(@Nullable String origin, @Nullable String host) {
    if (origin == null) return true;
    var lower = origin.trim().toLowerCase(Locale.ROOT);
    return allowed.contains(lower) || (host != null && isOwn(lower, host));
  }

  private boolean isOwn(String origin, String host) {
    try {
      var page = new URI(origin);
      var scheme = page.getScheme();
      if (page.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
        return false;
      }
      var here = new URI("//" + host.trim().toLowerCase(Locale.ROOT));
      int usual = scheme.equals("https") ? 443 : 80;
      // A name that merely leads here is not enough: a foreign page's name can resolve to this
      // machine.
      return ownHosts.contains(page.getHost())
          && page.getHost().equals(here.getHost())
          && portOr(usual, page) == portOr(usual, here);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static int portOr(int usual, URI uri) {
    return uri.getPort() < 0 ? usual : uri.getPort();
  }
}
