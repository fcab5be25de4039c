package dev.reveille.server.outgoing;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request.
 *
 * @param host in lower case, without the brackets of an IPv6 address and without a final dot
 * @param path path and query, as they are sent
 */
record OutgoingTarget(boolean tls, String host, int port, String path) {
  private static final int MOST_CHARACTERS = 4_000;
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-f:.]+");

  /**
   * Reads a URL.
   *
   * @throws RefusedRequest that does not repeat the URL, which may hold a secret
   */
  static OutgoingTarget of(String url) {
    return of(uri(url));
  }

  private static URI uri(String url) {
    if (url.length() > MOST_CHARACTERS) {
      throw new RefusedRequest("The URL is longer than " + MOST_CHARACTERS + " characters");
    }
    try {
      return new URI(new URI(url).toASCIIString());
    } catch (URISyntaxException e) {
      throw new RefusedRequest("The URL cannot be read: " + e.getReason());
    }
  }

  private static OutgoingTarget of(URI uri) {
    var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new RefusedRequest("The URL begins neither with http:// nor with https://");
    }
    if (uri.getRawUserInfo() != null || has(uri.getRawAuthority(), '@')) {
      throw new RefusedRequest("The URL contains a user; send a header instead");
    }
    boolean tls = scheme.equals("https");
    int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
    if (port < 1 || port > 65_535) throw new RefusedRequest("The URL's port is not 1 to 65535");
    var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    var query = uri.getRawQuery();
    return new OutgoingTarget(
        tls, host(uri.getHost()), port, query == null ? path : path + "?" + query);
  }

  /**
   * Returns a host in the form in which hosts are compared.
   *
   * @throws RefusedRequest if it is neither a name nor an address
   */
  static String host(@Nullable String written) {
    var host = written == null ? "" : written.toLowerCase(Locale.ROOT);
    if (host.startsWith("[") && host.endsWith("]")) {
      var inside = host.substring(1, host.length() - 1);
      if (IPV6.matcher(inside).matches()) return inside;
    }
    if (host.endsWith(".")) host = host.substring(0, host.length() - 1);
    if (host.length() <= 253 && NAME.matcher(host).matches()) return host;
    throw new RefusedRequest("The URL names no host (letters, digits, hyphens and dots)");
  }

  /** Returns where a redirect from here leads. */
  OutgoingTarget redirected(String location) {
    return of(uri(uri(origin() + path).resolve(uri(location)).toString()));
  }

  boolean isSameServer(OutgoingTarget other) {
    return tls == other.tls && host.equals(other.host) && port == other.port;
  }

  /** Returns scheme, host and port, which hold no secret. */
  String origin() {
    return (tls ? "https://" : "http://") + shownHost() + ":" + port;
  }

  /** Returns the host, an IPv6 address in brackets. */
  String shownHost() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  private static boolean has(@Nullable String text, char character) {
    return text != null && text.indexOf(character) >= 0;
  }
}
