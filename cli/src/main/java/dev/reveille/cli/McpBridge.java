package dev.reveille.cli;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages of MCP on: lines of standard input to the server, its answers to standard output.
 *
 * <p>If the server was restarted, the bridge initializes again with what the client said at first,
 * and repeats the request. So the client notices a longer answer at most. A request is repeated
 * only if it did not arrive, or if a second time does no harm.
 */
final class McpBridge implements AutoCloseable {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String SESSION_HEADER = "mcp-session-id";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  /** These tools may be called a second time. */
  private static final Set<String> REPEATABLE = Set.of("join", "listen", "read");

  private final BridgeHttp http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final URI server;
  private final McpAccess access;
  private final PrintStream out;

  /* Guarded by this monitor. */
  private @Nullable String initialize;
  private @Nullable String session;

  McpBridge(URI server, McpAccess access, PrintStream out) {
    this.server = server;
    this.access = access;
    this.out = out;
    this.http = new BridgeHttp(server);
  }

  /** Passes messages on until the input ends. */
  void run(InputStream in) {
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    try {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) take(line);
      }
    } catch (IOException e) {
      throw new Problem(Exit.FAILED, "Standard input cannot be read.", e);
    }
  }

  /** Passes on one message. Only requests that may wait run beside each other. */
  private void take(String line) {
    var message = BridgeLine.read(line).orElse(null);
    if (message == null) {
      print(error(null, -32700, "This line is not JSON"));
      return;
    }
    boolean waits = message.id() != null && !message.method().isEmpty();
    if (message.method().equals("initialize")) begin(line, message);
    else if (waits) threads.execute(() -> pass(line, message));
    else pass(line, message);
  }

  private synchronized void begin(String line, BridgeLine message) {
    initialize = line;
    session = null;
    pass(line, message);
  }

  private void pass(String line, BridgeLine message) {
    try {
      var pause = FIRST_PAUSE;
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (true) {
        var used = session();
        try {
          var shown = access.bearer(http);
          try (var answer = http.send(path(), headers(used, shown), line)) {
            if (answer.status() == 401 && access.forget(shown)) continue;
            if (answer.status() == 404 && used != null) {
              renew(used);
              continue;
            }
            answered(answer, message);
            return;
          }
        } catch (Problem e) {
          if (message.id() != null) {
            print(error(message.id(), -32000, String.valueOf(e.getMessage())));
          }
          return;
        } catch (IOException e) {
          boolean reached = !(e instanceof ConnectException);
          boolean again = !reached || mayRepeat(message);
          if (!again || System.nanoTime() > end) {
            lost(message, reached);
            return;
          }
        }
        Thread.sleep(pause);
        pause = longer(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration longer(Duration pause) {
    var twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }

  private synchronized @Nullable String session() {
    return session;
  }

  /** True if the request has no effect, or none the second time. */
  private static boolean mayRepeat(BridgeLine message) {
    return !message.method().equals("tools/call") || REPEATABLE.contains(message.tool());
  }

  private void lost(BridgeLine message, boolean reached) {
    if (message.id() == null) return;
    var text =
        reached
            ? "The connection to the server broke. It is not known if this was done; look before"
                + " you repeat it."
            : "The server at " + server + " cannot be reached. A person can start it: reveille up";
    print(error(message.id(), -32000, text));
  }

  private String path() {
    return server.getRawPath();
  }

  private static Map<String, String> headers(@Nullable String used, String shown) {
    var headers = new TreeMap<String, String>();
    headers.put("Authorization", "Bearer " + shown);
    headers.put("Accept", "application/json, text/event-stream");
    headers.put("Content-Type", "application/json");
    if (used != null) headers.put(SESSION, used);
    return headers;
  }

  /** Prints what the server answered: one message, or the events of a stream. */
  private void answered(BridgeHttp.Answer answer, BridgeLine message) throws IOException {
    var type = answer.header("content-type");
    if (type.startsWith("text/event-stream")) {
      events(answer);
    } else if (type.startsWith("application/json")) {
      answer.text().lines().filter(line -> !line.isBlank()).forEach(this::print);
    } else {
      var text = answer.text();
      if (answer.status() >= 400 && message.id() != null) {
        var detail = Json.read(text).map(each -> each.path("detail").asString("")).orElse("");
        var said = detail.isEmpty() ? "HTTP " + answer.status() : detail;
        print(error(message.id(), -32000, said));
      }
    }
    began(answer.header(SESSION_HEADER));
  }

  private void events(BridgeHttp.Answer answer) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) event(line);
  }

  private void event(String line) {
    if (line.startsWith("data: ")) print(line.substring("data: ".length()));
  }

  private synchronized void began(String id) {
    if (id.isEmpty() || id.equals(session)) return;
    session = id;
    Thread.ofVirtual().name("mcp-notifications").start(() -> follow(id));
  }

  /** Prints the notifications of a session until it ends. */
  private void follow(String id) {
    try {
      while (id.equals(session())) {
        try (var answer = http.send(path(), headers(id, access.bearer(http)), null)) {
          if (answer.status() != 200) return;
          events(answer);
        } catch (IOException e) {
          // The server is away for a moment; the next request initializes again.
        }
        Thread.sleep(LONGEST_PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Initializes again, because the server does not know the session any more. */
  private synchronized void renew(String old) throws IOException {
    if (!old.equals(session) || initialize == null) return;
    var shown = access.bearer(http);
    String id;
    try (var answer = http.send(path(), headers(null, shown), initialize)) {
      id = answer.header(SESSION_HEADER);
      var _ = answer.text();
    }
    if (id.isEmpty()) {
      session = null;
      return;
    }
    var done = new JsonText().field("jsonrpc", "2.0").field("method", "notifications/initialized");
    try (var answer = http.send(path(), headers(id, shown), done.text())) {
      var _ = answer.text();
    }
    began(id);
  }

  private static String error(@Nullable String id, int code, String text) {
    return new JsonText()
        .field("jsonrpc", "2.0")
        .raw("id", id == null ? "null" : id)
        .raw("error", new JsonText().field("code", code).field("message", text).text())
        .text();
  }

  private void print(String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  /** Waits a moment for what is under way, then ends. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      var _ = threads.awaitTermination(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      session = null;
    }
    http.close();
    threads.shutdownNow();
  }
}
