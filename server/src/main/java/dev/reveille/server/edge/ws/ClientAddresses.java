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
    boolean tunnel = request.version() == HttpVersion.HTTP_2 && !request.isSSL();
    return resolve(
        request.connection().remoteAddress().hostAddress(),
        tunnel ? null : request.getHeader("X-Forwarded-For"));
  }

  /**
   * Returns the client's address.
   *
   * @param socket the address of the other end of the socket
   * @param forwardedFor the header of that name, believed from trusted proxies only
   */
  String resolve(String socket, @Nullable String forwardedFor) {
    var direct = canonical(socket);
    if (forwardedFor == null || !trustedProxies.contains(direct)) {
      return direct;
    }
    var first = forwardedFor.split(",", 2)[0].trim();
    return ADDRESS.matcher(first).matches() ? canonical(first) : direct;
  }

  /** Counts a new connection; false if the address has the most that it may. */
  boolean enter(String address) {
    if (maxPerAddress <= 0) {
      return true;
    }
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
