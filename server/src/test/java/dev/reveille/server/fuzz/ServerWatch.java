package dev.reveille.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.reveille.server.app.Server;
import dev.reveille.server.app.ServerFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Sees whether a server is as it was: its log, its threads, and the numbers that must return to
 * where they were once the visitors are gone.
 */
final class ServerWatch implements AutoCloseable {
  private static final Pattern GAUGE =
      Pattern.compile(
          "(?m)^(reveille_(?:connections|sessions|challenges|agents|timers)) ([0-9.]+)$");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Collects what is logged as an error, and warnings that carry an exception. */
  private static final class Complaints extends AppenderBase<ILoggingEvent> {
    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    protected void append(ILoggingEvent event) {
      boolean thrown = event.getThrowableProxy() != null;
      if (event.getLevel().isGreaterOrEqual(Level.ERROR)
          || (thrown && event.getLevel().isGreaterOrEqual(Level.WARN))) {
        lines.add(
            event.getLoggerName()
                + ": "
                + event.getFormattedMessage()
                + (thrown ? "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()) : ""));
      }
    }
  }

  private final Server server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Complaints complaints = new Complaints();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Thread.UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();
  private final Set<String> threads;
  private final Map<String, Double> numbers;
  private final int cells;

  /** Takes the present state as the one to return to. */
  ServerWatch(Server server) {
    this.server = server;
    complaints.start();
    root.addAppender(complaints);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> complaints.lines.add(thread.getName() + " died of " + e));
    LockSupport.parkNanos(Duration.ofMillis(1_500).toNanos());
    threads = serverThreads();
    numbers = numbers();
    cells = ServerFixture.cellsThatStay(server);
  }

  private static Set<String> serverThreads() {
    var names = new TreeSet<String>();
    for (var thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().matches("timers|effects|store-writer|upkeep|vert\\.x-eventloop.*")) {
        names.add(thread.getName());
      }
    }
    return names;
  }

  String get(String path) {
    try {
      var uri = URI.create("http://127.0.0.1:" + server.port() + path);
      var response =
          http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(path).isEqualTo(200);
      return response.body();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Map<String, Double> numbers() {
    var found = new TreeMap<String, Double>();
    var matcher = GAUGE.matcher(get("/metrics"));
    while (matcher.find()) found.put(matcher.group(1), Double.valueOf(matcher.group(2)));
    assertThat(found).hasSize(5);
    return found;
  }

  void checkLog() {
    assertThat(complaints.lines).isEmpty();
  }

  /**
   * Nothing was logged as an error, no thread died, and nothing is left of the visitors.
   *
   * @param remembered agents that the server may remember for a while although they are gone
   */
  void check(int remembered) {
    checkLog();
    assertThat(get("/healthz")).isEqualTo("ok");
    assertThat(get("/readyz")).isEqualTo("ready");
    assertThat(serverThreads()).isEqualTo(threads);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isBack(remembered) && System.nanoTime() < end) LockSupport.parkNanos(50_000_000);
    assertThat(numbers()).as("what must have gone with the visitors").isEqualTo(numbers);
    assertThat(ServerFixture.cellsThatStay(server)).isBetween(cells, cells + remembered);
    checkLog();
  }

  private boolean isBack(int remembered) {
    return numbers().equals(numbers) && ServerFixture.cellsThatStay(server) <= cells + remembered;
  }

  @Override
  public void close() {
    root.detachAppender(complaints);
    Thread.setDefaultUncaughtExceptionHandler(before);
    http.close();
  }
}
