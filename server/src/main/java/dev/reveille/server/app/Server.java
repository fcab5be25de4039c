package dev.reveille.server.app;

import dev.reveille.server.admin.AdminKeyFile;
import dev.reveille.server.admin.AdminKeys;
import dev.reveille.server.admin.AuditFile;
import dev.reveille.server.admin.ConnectionsPage;
import dev.reveille.server.admin.ListFiles;
import dev.reveille.server.chat.ChatParts;
import dev.reveille.server.chat.Redactor;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.edge.api.Api;
import dev.reveille.server.edge.dashboard.Access;
import dev.reveille.server.edge.dashboard.Dashboard;
import dev.reveille.server.edge.http.Pages;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.edge.http.Route.Audience;
import dev.reveille.server.edge.mcp.McpEdge;
import dev.reveille.server.edge.ws.SocketTransport;
import dev.reveille.server.edge.ws.WsServer;
import dev.reveille.server.identity.KeptKeys;
import dev.reveille.server.identity.ServerKeyFile;
import dev.reveille.server.kernel.Chore;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Failures;
import dev.reveille.server.kernel.Feature;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.ParkingTimerQueue;
import dev.reveille.server.kernel.SecureRandomness;
import dev.reveille.server.kernel.SystemClock;
import dev.reveille.server.kernel.ThreadJobs;
import dev.reveille.server.observe.AddMinute;
import dev.reveille.server.observe.Facet;
import dev.reveille.server.observe.Feed;
import dev.reveille.server.observe.Health;
import dev.reveille.server.observe.Measurements;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.observe.Metrics;
import dev.reveille.server.observe.NumbersCell;
import dev.reveille.server.observe.PersonPresence;
import dev.reveille.server.outgoing.OutgoingClient;
import dev.reveille.server.report.StoredNight;
import dev.reveille.server.report.WakePages;
import dev.reveille.server.store.DataFolder;
import dev.reveille.server.store.JdbcStore;
import dev.reveille.server.store.PageBudget;
import dev.reveille.server.store.Store;
import dev.reveille.server.store.StoreException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running server. Parts start in the order they depend on each other and stop in reverse. */
public final class Server implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Server.class);
  private static final Duration GOODBYE = Duration.ofSeconds(2);

  /** Parts of the heap: what is pulled by chat sockets, and what is shown by HTTP. */
  private static final int PULLED_HEAP_PART = 8;

  private static final int PAGED_HEAP_PART = 16;

  private final Settings settings;
  private final Deque<Runnable> stops = new ArrayDeque<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Clock clock = new SystemClock();
  private final Failures troubles = new Failures();

  /** Memory for what is read from the store: for chat sockets, and for pages and streams. */
  private final PageBudget pulled = PageBudget.ofHeap(PULLED_HEAP_PART);

  private final PageBudget paged = PageBudget.ofHeap(PAGED_HEAP_PART);
  private final WsServer edge;
  private final OutgoingClient outgoing;

  /** The port, once it is known. */
  private final CompletableFuture<Integer> listening = new CompletableFuture<>();

  private final List<String> warnings;
  private List<Route> shown = List.of();
  private PersonPresence person = new PersonPresence(clock);
  private List<Facet> facets = List.of();
  private IntSupplier tidy = () -> 0;

  private Server(Settings settings) {
    this.settings = settings;
    var folder = DataFolder.open(settings.dataFolder(), Instant.ofEpochMilli(clock.wallMillis()));
    stops.push(folder::close);
    warnings = StartWarnings.of(settings, folder);
    outgoing = new OutgoingClient(clock, settings.outgoingHosts());
    stops.push(outgoing::close);
    edge = new WsServer(settings.ws(), clock, pulled);
    try {
      settings.logFile().map(Logging::toFile).ifPresent(log -> stops.push(log::close));
      start(JdbcStore.open(folder, Features.TABLES, troubles));
      announce(folder);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts everything; when this returns, connections are accepted.
   *
   * @throws RuntimeException whose message a person can act on
   */
  public static Server start(Settings settings) {
    Logging.level(settings.logLevel());
    return new Server(settings);
  }

  /** Without the note the server works, but {@code status} cannot find it. */
  private void announce(DataFolder folder) {
    try {
      folder.announce(
          webSocketUri().toString(), dashboardUri().toString(), settings.logFile().orElse(null));
    } catch (StoreException e) {
      log.warn("Nobody can look up where this server listens: {}", e.getMessage());
    }
  }

  private void start(Store store) {
    stops.push(store::close);
    var admin = settings.admin();
    var listFiles = new ListFiles(admin.bansFile(), admin.allowlistFile(), admin.rules());
    var adopted = listFiles.read(clock);
    var key =
        admin
            .key()
            .orElseGet(
                () -> AdminKeyFile.loadOrMake(settings.dataFolder(), new SecureRandomness()));
    if (!settings.loopbackOnly()) {
      var file = settings.dataFolder().resolve(AdminKeyFile.NAME);
      AdminSettings.refuseShort("The key in " + file, key);
    }
    admin
        .auditFile()
        .map(file -> AuditFile.start(settings.dataFolder(), file))
        .ifPresent(follower -> stops.push(follower::close));
    var timers = new ParkingTimerQueue(clock, settings.timerPoll());
    stops.push(timers::close);
    var settling = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("effects").factory());
    stops.push(() -> finish(settling));
    var kept =
        new KeptKeys(
            new ServerKeyFile(settings.dataFolder(), new SecureRandomness()),
            new SecureRandomness(),
            troubles);
    var node =
        new Node(
            new Node.Ports(
                clock,
                new Ids(clock, new SecureRandomness()),
                timers,
                store,
                edge.wire(),
                Executors.newVirtualThreadPerTaskExecutor(),
                settling,
                troubles,
                new ThreadJobs(clock)),
            new Node.Setup(
                settings.chat(),
                admin.rules(),
                new AdminKeys(key, admin.allowlistKey()),
                listFiles,
                new Redactor(OutsideWiring.secrets(settings, key), new SecureRandomness()),
                kept,
                OutsideWiring.of(settings, outgoing, clock)));
    var host = node.host().callsInPlace();
    tidy = () -> host.sweep(0);
    stops.push(listFiles::close);
    adopted.forEach(list -> host.ask(AdminRequest.CELL, list).toCompletableFuture().join());
    establish(node);
    node.start();
    var parts = node.parts();
    var upkeep =
        new Maintenance(
            host,
            store,
            parts.presence(),
            settings.retention(),
            clock,
            troubles,
            Feature.all(node.features(), Chore.class));
    stops.push(upkeep::close);
    upkeep.start(Maintenance.Pace.USUAL);
    var mcp = McpWiring.of(node, settings, clock, timers, kept);
    var features = new ArrayList<>(node.features());
    features.add(Feature.of("mcp", mcp.meter()));
    // The order of features is that of the plots: deliveries stand beside messages.
    features.add(1, ProcessFeature.sockets(edge.traffic()));
    features.add(
        ProcessFeature.of(
            edge.traffic(), store, host, timers, () -> pulled.taken() + paged.taken(), troubles));
    var metrics = new Metrics(Feature.all(features, Meter.class));
    stops.push(metrics::close);
    stops.push(() -> host.awaitQuiet(GOODBYE));
    stops.push(() -> node.jobs().stop(GOODBYE));
    stops.push(() -> edge.stop(GOODBYE));
    stops.push(mcp::close);
    var connections = new ConnectionsPage(node.gatekeeper(), parts.presence(), node.door());
    facets = Feature.all(features, Facet.class);
    var measurements =
        new Measurements(
            clock,
            timers,
            facets.stream().flatMap(facet -> facet.series().stream()).toList(),
            minute -> host.tell(NumbersCell.ID, new AddMinute(minute)));
    measurements.start();
    stops.push(measurements::stop);
    person = node.person();
    var access =
        new Access(
            new Access.Doors(
                settings.loopbackOnly(),
                settings.ws().listen().tls() != null,
                settings.viewerToken(),
                listening::join),
            node.gatekeeper(),
            key,
            clock,
            person);
    var dashboard =
        new Dashboard(
            new Dashboard.Parts(
                store,
                parts.presence(),
                parts.channels(),
                new Feed(store),
                measurements,
                host,
                clock,
                facets),
            access);
    var api =
        new Api(
            new Api.Parts(
                store,
                parts.presence(),
                parts.channels(),
                node.tokens(),
                node.sides(),
                settings.chat().rateInterval()));
    var wakes = new WakePages(store, clock, host, new StoredNight(store, clock), node.pulse());
    shown = WakeRoutes.routes(wakes, node.gatekeeper(), person);
    edge.start(node.door(), pages(parts, metrics, connections, dashboard, api, mcp));
    listening.complete(edge.port());
    mcp.prepare();
  }

  /** The channels of the configuration exist before anybody can connect. */
  private static void establish(Node node) {
    node.establish()
        .forEach(
            (channel, made) ->
                made.toCompletableFuture()
                    .handle(
                        (_, failure) -> {
                          if (failure != null) log.error("{} could not be made", channel, failure);
                          return channel;
                        })
                    .join());
  }

  private Pages pages(
      ChatParts parts,
      Metrics metrics,
      ConnectionsPage connections,
      Dashboard dashboard,
      Api api,
      McpEdge mcp) {
    var health =
        new Health(
            settings.chat().serverName(),
            Version.text(),
            clock,
            parts.presence(),
            parts.store(),
            new Health.ChannelCounts(
                () -> parts.channels().size(), () -> parts.channels().publicOnes()),
            () -> edge.transport().map(SocketTransport::label).orElse("none"),
            troubles);
    var routes = new ArrayList<>(dashboard.routes());
    routes.addAll(ServicePages.routes(health, metrics, connections));
    routes.addAll(api.routes());
    routes.addAll(mcp.routes());
    routes.addAll(shown);
    shown = List.copyOf(routes);
    var streams =
        Map.of(
            Audience.PEOPLE, settings.dashboardStreams(), Audience.PROGRAMS, settings.mcpStreams());
    return new Pages(routes, edge, streams, paged, clock);
  }

  private static void finish(ExecutorService executor) {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(GOODBYE.toMillis(), TimeUnit.MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** The way to other servers, for features that call them. */
  OutgoingClient outgoing() {
    return outgoing;
  }

  /** For tests: when an administrator was present. */
  PersonPresence person() {
    return person;
  }

  /** For tests: what it answers to, besides the chat. */
  List<Route> routes() {
    return shown;
  }

  /** For tests: what is shown of each feature. */
  List<Facet> facets() {
    return facets;
  }

  /** For tests: forgets the cells that rest, now; says how many remain. */
  int tidy() {
    return tidy.getAsInt();
  }

  public int port() {
    return edge.port();
  }

  /** Returns the address at which agents connect. */
  public URI webSocketUri() {
    var host = settings.hosts().getFirst();
    var shown = host.equals("0.0.0.0") ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
    var scheme = settings.ws().listen().tls() == null ? "ws" : "wss";
    return URI.create(scheme + "://" + shown + ":" + port());
  }

  /** Returns the address of the dashboard. */
  public URI dashboardUri() {
    var chat = webSocketUri();
    var scheme = chat.getScheme().equals("wss") ? "https" : "http";
    return URI.create(scheme + "://" + chat.getHost() + ":" + edge.webPort() + "/");
  }

  public Path dataFolder() {
    return settings.dataFolder();
  }

  /** Returns what a person should look at; empty if all is well. */
  public List<String> warnings() {
    return warnings;
  }

  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  /** Says goodbye to everybody, makes durable what was accepted, lets the folder go. */
  @Override
  public synchronized void close() {
    listening.cancel(false);
    while (!stops.isEmpty()) {
      try {
        stops.pop().run();
      } catch (RuntimeException e) {
        log.error("A part did not stop cleanly", e);
      }
    }
    stopped.countDown();
  }
}
