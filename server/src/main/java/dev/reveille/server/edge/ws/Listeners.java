package dev.reveille.server.edge.ws;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening sockets: one per address. The connections of each are spread over all event loops.
 */
final class Listeners {
  private static final Logger log = LoggerFactory.getLogger(Listeners.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int TRIES = 5;

  /** Vert.x shares a port chosen by the system among servers that ask for the same negative one. */
  private static final int ANY_SHARED_PORT = -1;

  private final int port;
  private final int webPort;
  private final List<HttpServer> servers;

  private Listeners(int port, int webPort, List<HttpServer> servers) {
    this.port = port;
    this.webPort = webPort;
    this.servers = servers;
  }

  static Listeners open(Vertx vertx, WsOptions.Listen listen, int loops, UpgradeHandler reception) {
    for (int attempt = 1; ; attempt++) {
      var servers = new ArrayList<HttpServer>();
      try {
        int port = listen.port();
        for (var host : listen.hosts()) {
          port = open(vertx, listen, host, port, loops, reception, servers);
        }
        return new Listeners(port, web(vertx, listen, loops, reception, servers, port), servers);
      } catch (ListenException e) {
        servers.forEach(server -> await(server.close(), PATIENCE));
        // A port that the system chose for one address may be taken on the next.
        if (listen.port() != 0 || attempt == TRIES || servers.isEmpty()) throw e;
      }
    }
  }

  /**
   * Opens the port for browsers. If that fails, the other port still serves all clients but
   * browsers.
   */
  private static int web(
      Vertx vertx,
      WsOptions.Listen listen,
      int loops,
      UpgradeHandler reception,
      List<HttpServer> servers,
      int port) {
    if (listen.webPort() == 0) return port;
    var more = new ArrayList<HttpServer>();
    try {
      for (var host : listen.hosts()) {
        open(vertx, listen, host, listen.webPort(), loops, reception, more);
      }
      servers.addAll(more);
      return listen.webPort();
    } catch (ListenException e) {
      more.forEach(server -> await(server.close(), PATIENCE));
      log.warn(
          "The dashboard has no port that browsers open: {} is taken. Choose another"
              + " DASHBOARD_PORT",
          listen.webPort());
      return port;
    }
  }

  private static int open(
      Vertx vertx,
      WsOptions.Listen listen,
      String host,
      int port,
      int loops,
      UpgradeHandler reception,
      List<HttpServer> servers) {
    if (listen.optionalHosts().contains(host) && !IpLiterals.isOnThisMachine(host)) {
      log.info("Not listening on {}: this machine does not have it", host);
      return port;
    }
    var options = HttpLimits.of(listen);
    var opened = new ConcurrentLinkedQueue<HttpServer>();
    var deployed =
        vertx.deployVerticle(
            () ->
                new VerticleBase() {
                  @Override
                  public Future<?> start() {
                    var server = vertx.createHttpServer(options);
                    opened.add(server);
                    return server
                        .requestHandler(reception)
                        .listen(port == 0 ? ANY_SHARED_PORT : port, host);
                  }
                },
            new DeploymentOptions().setInstances(loops));
    try {
      deployed.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ListenException(
          "Cannot listen on %s port %d: %s. Choose another PORT or HOST."
              .formatted(host, port, reason(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ListenException("Interrupted while opening " + host + " port " + port, e);
    }
    servers.addAll(opened);
    return opened.element().actualPort();
  }

  /**
   * Returns the operating system's own words; the native transport puts the name of its call before
   * them.
   */
  private static String reason(Exception e) {
    var cause = e.getCause();
    return cause == null
        ? "it took too long"
        : String.valueOf(cause.getMessage()).replaceFirst("^.*failed with error\\(-?\\d+\\): ", "");
  }

  int port() {
    return port;
  }

  /** Returns the port for browsers; the same port if there is only one. */
  int webPort() {
    return webPort;
  }

  /** Stops listening. Connections may stay for the given time. Completes when there are none. */
  Future<?> shutdown(Duration wait) {
    return Future.join(servers.stream().map(server -> server.shutdown(wait)).toList());
  }

  static boolean await(Future<?> future, Duration wait) {
    try {
      future.toCompletionStage().toCompletableFuture().get(wait.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      log.warn("The port did not close cleanly", e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
