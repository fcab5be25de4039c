package dev.reveille.server.outgoing;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The hosts that may be reached although their addresses are not public. The operator names them;
 * nothing that arrives over a wire adds one.
 */
public final class AllowedHosts {
  public static final AllowedHosts NONE = new AllowedHosts(Set.of(), Set.of());

  private record HostPort(String host, int port) {}

  private final Set<String> hosts;
  private final Set<HostPort> ports;

  private AllowedHosts(Set<String> hosts, Set<HostPort> ports) {
    this.hosts = hosts;
    this.ports = ports;
  }

  /**
   * Reads a list: {@code localhost, hooks.internal:8443, 10.0.0.5, [::1]:9000}. Without a port, all
   * ports of the host are allowed.
   *
   * @throws IllegalArgumentException that names the entry that is wrong
   */
  public static AllowedHosts parse(String list) {
    var hosts = new HashSet<String>();
    var ports = new HashSet<HostPort>();
    Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .forEach(entry -> add(entry, hosts, ports));
    return new AllowedHosts(Set.copyOf(hosts), Set.copyOf(ports));
  }

  private static void add(String entry, Set<String> hosts, Set<HostPort> ports) {
    int colon = entry.lastIndexOf(':');
    try {
      if (colon < 0 || entry.endsWith("]")) {
        hosts.add(OutgoingTarget.host(entry));
        return;
      }
      int port = Integer.parseInt(entry.substring(colon + 1));
      if (port < 1 || port > 65_535) throw new RefusedRequest("no port");
      ports.add(new HostPort(OutgoingTarget.host(entry.substring(0, colon)), port));
    } catch (RefusedRequest | NumberFormatException e) {
      throw new IllegalArgumentException(
          entry + " is no host or host:port (an IPv6 address stands in brackets)", e);
    }
  }

  boolean allows(OutgoingTarget target) {
    return hosts.contains(target.host())
        || ports.contains(new HostPort(target.host(), target.port()));
  }
}
