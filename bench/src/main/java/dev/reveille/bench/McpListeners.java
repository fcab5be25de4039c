package dev.reveille.bench;

import dev.reveille.client.AdminClient;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.Scope;
import dev.reveille.protocol.TokenMessages;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Measures agents that listen by MCP: what they cost a server while nothing happens, and how long
 * after a message is stored its listener is answered.
 */
final class McpListeners {
  private static final int AGENTS = 200;
  private static final int MESSAGES = 1_000;
  private static final Duration IDLE = Duration.ofSeconds(15);
  private static final Duration LIMIT = Duration.ofSeconds(100);
  private static final String JSON = "application/json";

  private final HttpClient http =
      HttpClient.newBuilder()
          // A connection for each agent, as real clients have.
          .version(HttpClient.Version.HTTP_1_1)
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .build();
  private final URI server;
  private final Random random = new Random(1);

  /** The cursor of each agent's last answer. */
  private final ConcurrentHashMap<String, String> cursors = new ConcurrentHashMap<>();

  private McpListeners(URI server) {
    this.server = server;
  }

  /** An agent with its token and the session of its client. */
  private record Listener(String agent, String token, String session) {}

  static String measure(Options options) {
    try (var servers = Servers.of(options)) {
      var data = servers.newDataDir();
      try (var process = servers.reveille(data)) {
        var target = process.target();
        var address = target.address();
        var authority = address.getHostString() + ":" + address.getPort();
        var listeners = new McpListeners(URI.create("http://" + authority));
        return listeners.measure(target, URI.create("ws://" + authority), data);
      }
    }
  }

  private String measure(Target target, URI chat, Path data) {
    var listeners = new ArrayList<Listener>();
    try (var admin = AdminClient.connect(chat, adminKey(data), Duration.ofSeconds(20))) {
      for (int i = 0; i < AGENTS + 1; i++) listeners.add(begin(admin, i));
    }
    var sender = listeners.removeLast();
    var waiting = new ArrayList<CompletableFuture<Long>>();
    for (var each : listeners) waiting.add(listen(each, ""));
    MeasuredWindow.sleep(Duration.ofSeconds(3));
    double before = cpu(target);
    MeasuredWindow.sleep(IDLE);
    double cpu = (cpu(target) - before) / IDLE.toSeconds();
    var late = latencies(listeners, waiting, sender);
    return """
        | %d agents listen by MCP | |
        |---|---|
        | CPU of the server while nothing happens | %.2f %% of a core |
        | stored → answered, p50 | %.1f ms |
        | stored → answered, p99 | %.1f ms |
        | stored → answered, longest of %d | %.1f ms |
        """
        .formatted(
            AGENTS,
            cpu * 100,
            late[late.length / 2] / 1e6,
            late[late.length * 99 / 100] / 1e6,
            late.length,
            late[late.length - 1] / 1e6);
  }

  private static double cpu(Target target) {
    return target.meter().cpu().orElse(CpuTime.ZERO).total();
  }

  private static String adminKey(Path data) {
    try {
      return Files.readString(data.resolve("admin.key")).strip();
    } catch (IOException e) {
      throw new BenchException("the server has no admin key", e);
    }
  }

  private Listener begin(AdminClient admin, int number) {
    var name = "agent-" + number;
    var order = new TokenMessages.NewToken(name, Set.of(Scope.OBSERVE, Scope.SEND), name, true, 0);
    var made = Json.read("{" + admin.order(order).extras() + "}").orElseThrow();
    var token = made.path("token").asString("");
    var answer =
        post(
            "/mcp",
            token,
            "",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}");
    var session = answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
    return new Listener(made.path("agent_id").asString(""), token, session);
  }

  /** Waits for a message; completes with the time of the answer. */
  private CompletableFuture<Long> listen(Listener who, String cursor) {
    var arguments =
        new JsonText().field("wait_s", 50).field("settle_ms", 0).field("mentions_only", true);
    if (!cursor.isEmpty()) arguments.field("cursor", cursor);
    var call =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"listen\",\"arguments\":"
            + arguments.text()
            + "}}";
    return http.sendAsync(
            request("/mcp", who.token(), who.session(), call), HttpResponse.BodyHandlers.ofString())
        .thenApply(
            answer -> {
              long now = System.nanoTime();
              cursors.put(who.agent(), cursor(answer.body()));
              return now;
            });
  }

  private static String cursor(String body) {
    var text =
        Json.read(body)
            .orElseThrow()
            .path("result")
            .path("content")
            .path(0)
            .path("text")
            .asString("{}");
    return Json.read(text).map(each -> each.path("cursor").asString("")).orElse("");
  }

  private long[] latencies(
      List<Listener> listeners, List<CompletableFuture<Long>> waiting, Listener sender) {
    var late = new long[MESSAGES];
    try {
      for (int i = 0; i < MESSAGES; i++) {
        int at = random.nextInt(AGENTS);
        var to = listeners.get(at);
        // A wait whose time was over begins again.
        while (waiting.get(at).isDone()) again(listeners, waiting, at);
        var message = new JsonText().field("to", to.agent()).field("content", "m" + i).text();
        post("/api/v1/messages", sender.token(), "", message);
        long stored = System.nanoTime();
        late[i] = Math.max(0, waiting.get(at).get(30, TimeUnit.SECONDS) - stored);
        again(listeners, waiting, at);
        MeasuredWindow.sleep(Duration.ofMillis(5));
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new BenchException("a listener was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
    Arrays.sort(late);
    return late;
  }

  private void again(List<Listener> listeners, List<CompletableFuture<Long>> waiting, int at) {
    var who = listeners.get(at);
    waiting.set(at, listen(who, cursors.getOrDefault(who.agent(), "")));
    MeasuredWindow.sleep(Duration.ofMillis(10));
  }

  private HttpRequest request(String path, String token, String session, String body) {
    var request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", JSON)
            .header("Accept", JSON + ", text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!session.isEmpty()) request.header("Mcp-Session-Id", session);
    return request.build();
  }

  private HttpResponse<String> post(String path, String token, String session, String body) {
    try {
      var answer =
          http.send(request(path, token, session, body), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) throw new BenchException(answer.body());
      return answer;
    } catch (IOException e) {
      throw new BenchException("the server does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }
}
