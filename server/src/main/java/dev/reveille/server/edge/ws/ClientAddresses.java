package dev.reveille.server.edge.ws;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the addresses of clients, and counts the connections of each address. */
final class ClientAddresses {
  private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

  private final ConcurrentHashMap<String, Integer> connected = new ConcurrentHashMap<>();
  private final Set<String> trustedProxies;
  private final int maxPerAddress;

  ClientAddresses(WsOptions.Admission admission) {
    this.trustedProxies =
        admission.trustedProxies().stream()
            .map(ClientAddresses::canonical)
            .collect(Collectors.toUnmodifiableSet());
    this.maxPerAddress = admission.maxPerAddress();
  }

  /**
   * Returns the address that a request comes from. A connection that became HTTP/2 in clear text
   * may be a tunnel through a proxy that passed on the upgrade and sees nothing of what follows. So
   * its headers come from nobody who is trusted.
   */
  String of(HttpServerRequest request) {
    return resolve(
        request.connection().remoteAddress().hostAddress(),
        isTunnel(request) ? null : request.getHeader("X-Forwarded-For"));
  }

  private static boolean isTunnel(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2 && !request.isSSL();
  }

  /**
   * Returns the client's address.
   *
   * @param socket the address of the other end of the socket
   * @param forwardedFor the header of that name, believed from trusted proxies only
   */
  String resolve(String socket, @Nullable String forwardedFor) {
    var direct = canonical(socket);
    if (forwardedFor == null || !trustedProxies.contains(direct)) return direct;
    var first = forwardedFor.split(",", 2)[0].trim();
    return ADDRESS.matcher(first).matches() ? canonical(first) : direct;
  }

  /**
   * True if nobody on the way can read what the client sends: TLS, or the same machine. What a
   * trusted proxy says about its own client counts. A proxy that is not trusted may have got the
   * request in clear text from anywhere.
   */
  boolean isConfidential(HttpServerRequest request) {
    // The proxy at its start may have been reached in clear text, and cannot say so.
    if (isTunnel(request) && !trustedProxies.isEmpty()) return false;
    return isConfidential(
        request.connection().remoteAddress().hostAddress(),
        request.isSSL(),
        request.getHeader("X-Forwarded-For") != null || request.getHeader("Forwarded") != null,
        request.getHeader("X-Forwarded-Proto"));
  }

  boolean isConfidential(
      String socket, boolean tls, boolean forwarded, @Nullable String forwardedProto) {
    var direct = canonical(socket);
    boolean proxied = forwarded || forwardedProto != null;
    if (proxied && trustedProxies.contains(direct)) {
      return "https".equalsIgnoreCase(forwardedProto) || "wss".equalsIgnoreCase(forwardedProto);
    }
    return tls || (!proxied && IpLiterals.isLoopback(direct));
  }

  /** Counts a new connection; false if the address has the most that it may. */
  boolean enter(String address) {
    if (maxPerAddress <= 0) return true;
    var now = connected.merge(address, 1, Integer::sum);
    if (now > maxPerAddress) {
      leave(address);
      return false;
    }
    return true;
  }

  void leave(String address) {
    if (maxPerAddress > 0) {
      connected.computeIfPresent(address, (each, count) -> count == 1 ? null : count - 1);
    }
  }

  private static String canonical(String address) {
    return IpLiterals.canonical(address);
  }
}
