package dev.reveille.server.edge.http;

import java.util.List;
import java.util.function.Predicate;

/** Headers that proxies add. Any of them means that the request came from another machine. */
public final class ProxyHeaders {
  private static final List<String> NAMES =
      List.of(
          "X-Forwarded-For",
          "Forwarded",
          "X-Real-IP",
          "Via",
          "X-Forwarded-Host",
          "X-Forwarded-Proto");

  private ProxyHeaders() {}

  /**
   * True if a request has any of them.
   *
   * @param has true if the request has the header of this name
   */
  public static boolean isAny(Predicate<String> has) {
    return NAMES.stream().anyMatch(has);
  }
}
