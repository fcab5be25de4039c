package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Outlets;
import dev.reveille.server.edge.http.Callers;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.session.Door;
import dev.reveille.server.store.PageBudget;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port: chat over WebSocket, pages over HTTP.
 *
 * <p>It is created first, so that the chat can get its {@link #wire}. It is started with the chat's
 * door, and stopped once.
 */
public final class WsServer implements Callers {
  private static final Logger log = LoggerFactory.getLogger(WsServer.class);
  private static final long SWEEP_MILLIS = 500;

  /** The error code of HTTP/2 for a stream that is no longer needed. */
  private static final long CANCEL = 8;

  private final WsOptions options;
  private final Clock clock;
  private final PageBudget pages;
  private final Counters counters = new Counters();
  private final Connections connections;
  private final Loops loops;
  private final Outlets wire;
  private final ClientAddresses addresses;
  private final Origins origins;
  private @Nullable Vertx vertx;
  private @Nullable UpgradeHandler reception;
  private @Nullable Listeners listeners;
  private volatile @Nullable SocketTransport transport;

  /**
   * @param pages the memory for pages that are pulled from the store
   */
  public WsServer(WsOptions options, Clock clock, PageBudget pages) {
    this.options = options;
    this.clock = clock;
    this.pages = pages;
    this.connections = new Connections(options.node());
    this.loops = new Loops(this::loop);
    this.wire = new WsOutlets(connections, loops);
    this.addresses = new ClientAddresses(options.admission());
    this.origins = new Origins(options.admission(), options.listen().hosts());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The sweep ends with its event loop.
  private Loop loop(EventLoop eventLoop) {
    var loop = new Loop(eventLoop, clock, counters, options.pace(), pages);
    eventLoop.scheduleWithFixedDelay(
        () -> sweep(loop), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    return loop;
  }

  /** Sweeps the loop and catches exceptions, because a sweep that throws would be the last. */
  private static void sweep(Loop loop) {
    try {
      loop.sweep();
    } catch (RuntimeException | Error e) {
      log.error("Connections could not be looked after; the next look comes", e);
    }
  }

  /** Returns the outbound side of this server's connections. */
  public Outlets wire() {
    return wire;
  }

  @Override
  public String address(HttpServerRequest request) {
    return addresses.of(request);
  }

  @Override
  public boolean isTunnel(HttpServerRequest request) {
    return ProxyTunnels.isIn(request);
  }

  @Override
  public boolean isConfidential(HttpServerRequest request) {
    return addresses.isConfidential(request);
  }

  @Override
  public boolean isOwnName(String host) {
    return origins.isOwnName(host);
  }

  @Override
  public boolean isAllowedOrigin(@Nullable String origin, @Nullable String host) {
    return origins.admits(origin, host);
  }

  @Override
  public Runnable stays(HttpServerRequest request) {
    var channel = Takeover.channel(request.connection());
    var loop = loops.of(channel.eventLoop());
    loop.guests().lasts(channel);
    return () -> loop.execute(() -> loop.guests().over(channel, loop.now()));
  }

  /**
   * Ends a stream of HTTP/2, or closes the socket at once. The connection's own close would wait
   * until everything before it is sent.
   */
  @Override
  public void end(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset(CANCEL);
      return;
    }
    var unsafe = Takeover.channel(request.connection()).unsafe();
    unsafe.close(unsafe.voidPromise());
  }

  private void accepted(Channel channel) {
    var loop = loops.of(channel.eventLoop());
    loop.guests().seen(channel, loop.now());
  }

  public Traffic traffic() {
    return counters;
  }

  /**
   * Opens the port.
   *
   * @param pages gets every request that is not an upgrade, on an event loop
   * @throws ListenException if an address or the port is not available
   */
  public void start(Door door, Handler<HttpServerRequest> pages) {
    startForTexts(visitor -> new MessageReader(door.opened(visitor), clock), pages);
  }

  /** Does the same for those who read the texts themselves. */
  void startForTexts(Function<Door.Visitor, TextReceiver> door, Handler<HttpServerRequest> pages) {
    int loopCount = options.listen().loops();
    if (loopCount <= 0) loopCount = Runtime.getRuntime().availableProcessors();
    var chosen = options.listen().transport().choose();
    var made =
        Vertx.builder()
            .withTransport(AcceptHook.around(chosen.vertx(), this::accepted))
            .with(
                new VertxOptions()
                    .setEventLoopPoolSize(loopCount)
                    .setWorkerPoolSize(1)
                    .setInternalBlockingPoolSize(1)
                    .setFileSystemOptions(
                        new FileSystemOptions()
                            .setFileCachingEnabled(false)
                            .setClassPathResolvingEnabled(false)))
            .build();
    var desk =
        new UpgradeHandler(door, pages, connections, loops, counters, origins, addresses, options);
    try {
      listeners = Listeners.open(made, options.listen(), loopCount, desk);
    } catch (ListenException e) {
      made.close();
      throw e;
    }
    vertx = made;
    reception = desk;
    transport = chosen.transport();
    chosen.refused().forEach(reason -> log.info("Not used for sockets: {}", reason));
    log.debug("Sockets by {}", chosen.transport().label());
  }

  /** Returns the transport of the sockets; empty before the start. */
  public Optional<SocketTransport> transport() {
    return Optional.ofNullable(transport);
  }

  /** Returns the port that all addresses share. */
  public int port() {
    if (listeners == null) throw new IllegalStateException("The server has not been started");
    return listeners.port();
  }

  /** Returns the port for browsers; the same port if there is only one. */
  public int webPort() {
    if (listeners == null) throw new IllegalStateException("The server has not been started");
    return listeners.webPort();
  }

  /** For tests: sweeps all connections now instead of at the next tick. */
  void sweep() {
    loops.forEach(loop -> loop.execute(loop::sweep));
    turn();
  }

  /** For tests: returns when every loop has finished its tasks. */
  void turn() {
    loops.forEach(
        loop -> {
          var done = new CompletableFuture<@Nullable Void>();
          loop.execute(() -> done.complete(null));
          done.join();
        });
  }

  /** For tests: returns the number of connections that use HTTP. */
  int httpGuests() {
    var count = new AtomicInteger();
    loops.forEach(loop -> loop.execute(() -> count.addAndGet(loop.guests().count())));
    turn();
    return count.get();
  }

  /** For tests. */
  Connection connection(SessionId session) {
    var found = connections.find(session);
    if (found == null) throw new IllegalArgumentException("No session " + session);
    return found;
  }

  /**
   * Refuses new connections, says goodbye to all, and closes those that are still there after the
   * wait.
   */
  public void stop(Duration wait) {
    if (vertx == null || reception == null || listeners == null) return;
    reception.shut();
    var empty = listeners.shutdown(wait);
    for (var connection : connections.all()) {
      wire.close(connection.session(), CloseCode.GOING_AWAY, "Server shutting down");
    }
    wire.flush();
    Listeners.await(empty, wait.plusSeconds(1));
    Listeners.await(vertx.close(), Duration.ofSeconds(5));
    vertx = null;
  }
}
