package dev.reveille.server.edge.ws;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of the port.
 *
 * @param node the name of this node in every session's id
 */
public record WsOptions(String node, Listen listen, Admission admission, Pace pace) {

  /**
   * The addresses to listen on.
   *
   * @param hosts addresses; all get the same port
   * @param optionalHosts addresses that are left out if the machine does not have them
   * @param port 0 = any that is free
   * @param tls absent = plain text
   * @param loops event loops, 0 = one per processor
   * @param webPort a second port for the same service, because browsers refuse the first; 0 = none.
   *     The server runs without it if it is taken
   * @param transport the way to read and write sockets, if this machine has it
   */
  public record Listen(
      List<String> hosts,
      Set<String> optionalHosts,
      int port,
      @Nullable Tls tls,
      int loops,
      int webPort,
      SocketTransport transport) {
    public Listen {
      hosts = List.copyOf(hosts);
      optionalHosts = Set.copyOf(optionalHosts);
    }

    public Listen(
        List<String> hosts, Set<String> optionalHosts, int port, @Nullable Tls tls, int loops) {
      this(hosts, optionalHosts, port, tls, loops, 0, SocketTransport.EPOLL);
    }

    /** Returns both loopback addresses, plain text. */
    public static Listen loopback(int port) {
      return new Listen(List.of("127.0.0.1", "::1"), Set.of("::1"), port, null, 0);
    }
  }

  /** PEM files. */
  public record Tls(Path certificate, Path key) {}

  /**
   * The rules for connections.
   *
   * @param allowedOrigins browser origins besides our own
   * @param trustedProxies addresses whose {@code X-Forwarded-For} is believed
   * @param maxPerAddress connections of one client address, 0 = any number
   * @param allowedHosts names of this server besides its addresses and loopback names
   */
  public record Admission(
      Set<String> allowedOrigins,
      Set<String> trustedProxies,
      int maxPerAddress,
      Set<String> allowedHosts) {
    public Admission {
      allowedOrigins = Set.copyOf(allowedOrigins);
      trustedProxies = Set.copyOf(trustedProxies);
      allowedHosts = Set.copyOf(allowedHosts);
    }

    public Admission(Set<String> allowedOrigins, Set<String> trustedProxies, int maxPerAddress) {
      this(allowedOrigins, trustedProxies, maxPerAddress, Set.of());
    }

    public static Admission open() {
      return new Admission(Set.of(), Set.of(), 0);
    }
  }

  /**
   * Times and limits.
   *
   * @param heartbeat the time between two pings of a connection
   * @param heartbeatTimeout the time after two missed heartbeats until the connection is closed
   * @param http the time an HTTP connection has for its next request
   * @param closing the time a closing connection has to finish
   * @param outboundLimit bytes that may wait for one connection
   */
  public record Pace(
      Duration heartbeat,
      Duration heartbeatTimeout,
      Duration http,
      Duration closing,
      int outboundLimit) {

    public static Pace standard() {
      return new Pace(
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          4 << 20);
    }
  }

  /** Returns options for loopback only, with every limit at its default. */
  public static WsOptions standard(int port) {
    return new WsOptions("local", Listen.loopback(port), Admission.open(), Pace.standard());
  }
}
