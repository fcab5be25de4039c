package dev.reveille.cli;

import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Passes messages of MCP on: lines of standard input to the server, its answers to standard output.
 *
 * <p>If the server was restarted, the bridge initializes again with what the client said at first,
 * and repeats the request. So the client notices a longer answer at most. A request is repeated
 * only if it did not arrive, or if a second time does no harm.
 */
final class McpBridge implements AutoCloseable {
  private static final String SESSION = "Mcp-Session-Id";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  /** These tools may be called a second time. */
  private static final Set<String> REPEATABLE = Set.of("join", "listen", "read");

  private final HttpClient http;
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
    this.http = client(server);
  }

  /** Returns a client that is there soon: the program that starts the bridge waits for it. */
  private static HttpClient client(URI server) {
    var builder = HttpClient.newBuilder().connectTimeout(PATIENCE).version(Version.HTTP_1_1);
    if ("http".equals(server.getScheme())) builder.sslContext(trustingNobody());
    return builder.build();
  }

  /** Returns a context that reads no certificates: the usual one does, also if none is needed. */
  private static SSLContext trustingNobody() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Passes messages on until the input ends. */
  void run(InputStream in) throws InterruptedException {
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
  private void take(String line) throws InterruptedException {
    var message = Json.read(line).orElse(null);
    if (message == null) {
      print(error(null, -32700, "This line is not JSON"));
      return;
    }
    boolean first = message.path("method").asString("").equals("initialize");
    if (first) begin(line, message);
    else if (message.has("id") && message.has("method")) threads.execute(() -> pass(line, message));
    else pass(line, message);
  }

  private synchronized void begin(String line, JsonNode message) {
    initialize = line;
    session = null;
    pass(line, message);
  }

  private void pass(String line, JsonNode message) {
    try {
      boolean arrived = false;
      var pause = FIRST_PAUSE;
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (true) {
        var used = session();
        try {
          var shown = access.bearer(http, server);
          var answer = http.send(request(line, used, shown), BodyHandlers.ofLines());
          arrived = true;
          if (answer.statusCode() == 401 && access.forget(shown)) continue;
          if (answer.statusCode() == 404 && used != null) {
            renew(used);
            continue;
          }
          answered(answer, message);
          return;
        } catch (Problem e) {
          if (message.has("id")) {
            print(error(message.path("id"), -32000, String.valueOf(e.getMessage())));
          }
          return;
        } catch (IOException | UncheckedIOException e) {
          boolean reached = arrived || !(cause(e) instanceof ConnectException);
          boolean again = !reached || mayRepeat(message);
          if (!again || System.nanoTime() > end) {
            lost(message, reached);
            return;
          }
          arrived = false;
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

  private static @Nullable Throwable cause(Exception e) {
    return e instanceof UncheckedIOException ? e.getCause() : e;
  }

  private synchronized @Nullable String session() {
    return session;
  }

  /** True if the request has no effect, or none the second time. */
  private static boolean mayRepeat(JsonNode message) {
    return !message.path("method").asString("").equals("tools/call")
        || REPEATABLE.contains(message.path("params").path("name").asString(""));
  }

  private void lost(JsonNode message, boolean reached) {
    if (!message.has("id")) return;
    var text =
        reached
            ? "The connection to the server broke. It is not known if this was done; look before"
                + " you repeat it."
            : "The server at " + server + " cannot be reached. A person can start it: reveille up";
    print(error(message.path("id"), -32000, text));
  }

  private HttpRequest request(String line, @Nullable String used, String shown) {
    var request = request(used, shown).POST(BodyPublishers.ofString(line));
    return request.header("Content-Type", "application/json").build();
  }

  private HttpRequest.Builder request(@Nullable String used, String shown) {
    var request =
        HttpRequest.newBuilder(server)
            .header("Authorization", "Bearer " + shown)
            .header("Accept", "application/json, text/event-stream");
    if (used != null) request.header(SESSION, used);
    return request;
  }

  /** Prints what the server answered: one message, or the events of a stream. */
  private void answered(HttpResponse<Stream<String>> answer, JsonNode message) {
    answer.headers().firstValue(SESSION).ifPresent(this::began);
    var type = answer.headers().firstValue("Content-Type").orElse("");
    try (var lines = answer.body()) {
      if (type.startsWith("text/event-stream")) {
        lines.forEach(this::event);
      } else if (type.startsWith("application/json")) {
        lines.filter(line -> !line.isBlank()).forEach(this::print);
      } else if (answer.statusCode() >= 400 && message.has("id")) {
        var detail = Json.read(String.join("", lines.toList())).map(each -> each.path("detail"));
        print(
            error(
                message.path("id"),
                -32000,
                detail.map(each -> each.asString("")).orElse("HTTP " + answer.statusCode())));
      }
    }
  }

  private void event(String line) {
    if (line.startsWith("data: ")) print(line.substring("data: ".length()));
  }

  private synchronized void began(String id) {
    if (id.equals(session)) return;
    session = id;
    Thread.ofVirtual().name("mcp-notifications").start(() -> follow(id));
  }

  /** Prints the notifications of a session until it ends. */
  private void follow(String id) {
    try {
      while (id.equals(session())) {
        try {
          var answer =
              http.send(
                  request(id, access.bearer(http, server)).GET().build(), BodyHandlers.ofLines());
          if (answer.statusCode() != 200) return;
          try (var lines = answer.body()) {
            lines.forEach(this::event);
          }
        } catch (IOException | UncheckedIOException e) {
          // The server is away for a moment; the next request initializes again.
        }
        Thread.sleep(LONGEST_PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Initializes again, because the server does not know the session any more. */
  private synchronized void renew(String old) throws IOException, InterruptedException {
    if (!old.equals(session) || initialize == null) return;
    var shown = access.bearer(http, server);
    var answer = http.send(request(initialize, null, shown), BodyHandlers.ofString());
    var id = answer.headers().firstValue(SESSION).orElse(null);
    if (id == null) {
      session = null;
      return;
    }
    var done = new JsonText().field("jsonrpc", "2.0").field("method", "notifications/initialized");
    http.send(request(done.text(), id, shown), BodyHandlers.discarding());
    began(id);
  }

  private static String error(@Nullable JsonNode id, int code, String text) {
    return new JsonText()
        .field("jsonrpc", "2.0")
        .raw("id", id == null ? "null" : JsonText.of(id))
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
    threads.shutdownNow();
    http.shutdownNow();
  }
}
