package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Pages;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.kernel.ManualClock;
import dev.reveille.server.store.PageBudget;
import io.netty.util.ResourceLeakDetector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A real server on a free loopback port with a manual clock. Every buffer is watched for leaks. */
final class TestServer implements AutoCloseable {
  final ManualClock clock = new ManualClock();
  final BlockingQueue<Guest> guests = new LinkedBlockingQueue<>();
  final PageBudget pages;
  final WsServer server;

  TestServer(WsOptions options) {
    this(options, new PageBudget(1L << 40));
  }

  TestServer(WsOptions options, PageBudget pages) {
    this.pages = pages;
    server = new WsServer(options, clock, pages);
    var routes =
        new Pages(
            List.of(
                Route.quick("/health", () -> Page.json(200, "{\"status\":\"healthy\"}")),
                Route.api(
                    Route.Method.POST,
                    "/v/1/echo",
                    Route.Runs.ON_THREAD,
                    1 << 20,
                    ask -> Page.text(200, ask.body())),
                Route.api(
                    Route.Method.GET,
                    "/v/1/visit",
                    Route.Runs.ON_THREAD,
                    0,
                    ask ->
                        Page.text(
                            200,
                            ask.visit().address()
                                + " "
                                + ask.visit().header("Host")
                                + " "
                                + ask.visit().tunnel())),
                Route.page("/slow", () -> Page.text(200, Thread.currentThread().toString())),
                Route.quick(
                    "/broken",
                    () -> {
                      throw new IllegalStateException("asked to");
                    })),
            server,
            Map.of(),
            pages,
            clock);
    server.startForTexts(
        visitor -> {
          var guest = new Guest(visitor);
          guests.add(guest);
          return guest;
        },
        routes);
    // After the start: Vert.x switches the detector off when it is first used.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  static TestServer start() {
    return new TestServer(options());
  }

  static WsOptions options() {
    return new WsOptions(
        "local",
        new WsOptions.Listen(List.of("127.0.0.1"), Set.of(), 0, null, 2),
        WsOptions.Admission.open(),
        WsOptions.Pace.standard());
  }

  static WsOptions with(WsOptions.Admission admission) {
    var standard = options();
    return new WsOptions("local", standard.listen(), admission, standard.pace());
  }

  static WsOptions withLimit(int outboundLimit) {
    var standard = options();
    var pace = standard.pace();
    return new WsOptions(
        "local",
        standard.listen(),
        standard.admission(),
        new WsOptions.Pace(
            pace.heartbeat(), pace.heartbeatTimeout(), pace.http(), pace.closing(), outboundLimit));
  }

  int port() {
    return server.port();
  }

  RawClient connect() {
    return RawClient.connect(port());
  }

  /** The chat's side of the connection made last. */
  Guest guest() throws InterruptedException {
    var guest = guests.poll(20, TimeUnit.SECONDS);
    if (guest == null) throw new AssertionError("Nobody came");
    return guest;
  }

  static Frame frame(String text) {
    return new Frame(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Lets time pass and the server notice. */
  void advance(Duration by) {
    clock.advance(by);
    server.sweep();
  }

  /** Waits for what other threads bring about; time on the clock does not pass. */
  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) throw new AssertionError("Did not come true within 20 s");
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    server.stop(Duration.ofMillis(200));
  }
}
