package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.TimerQueue;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Runs the tools: finds the session of the caller, checks the arguments, writes the result. */
final class McpTools {
  private static final Logger log = LoggerFactory.getLogger(McpTools.class);
  private static final Duration PROGRESS = Duration.ofSeconds(10);

  private final McpBodies bodies;
  private final TimerQueue timers;
  private final TimerTool waker;
  private final Map<String, McpTool> tools;

  /**
   * @param waker wakes an agent that sleeps and calls again
   */
  McpTools(McpBodies bodies, TimerTool waker, Map<String, McpTool> tools) {
    this.bodies = bodies;
    this.timers = bodies.timers();
    this.waker = waker;
    this.tools = tools;
  }

  /** Returns the descriptions of all tools, as {@code mcp/tools.json} has them. */
  static ArrayNode descriptions() {
    return McpJson.read(McpTexts.of("tools.json"), ArrayNode.class);
  }

  List<AsyncToolSpecification> specifications() {
    var all = new ArrayList<AsyncToolSpecification>();
    for (var description : descriptions()) {
      var tool = McpJson.read(description.toString(), Tool.class);
      var runs = tools.get(tool.name());
      if (runs == null) throw new IllegalStateException("No tool " + tool.name());
      all.add(
          AsyncToolSpecification.builder()
              .tool(tool)
              .callHandler(
                  (exchange, request) ->
                      run(exchange, request, runs, description.path("inputSchema")))
              .build());
    }
    return all;
  }

  private Mono<CallToolResult> run(
      McpAsyncServerExchange exchange, CallToolRequest request, McpTool tool, JsonNode schema) {
    var caller = (McpCaller) exchange.transportContext().get(McpCaller.KEY);
    var progress = new Progress(exchange, request.meta());
    var result =
        bodies
            .of(caller, request.name().equals("join"))
            .thenCompose(body -> run(body, request, tool, schema))
            .handle(
                (answer, failure) -> {
                  progress.stop();
                  return failure == null ? shown(answer) : refused(request.name(), failure);
                });
    progress.next();
    return Mono.fromCompletionStage(result);
  }

  private CompletionStage<? extends JsonNode> run(
      McpBody body, CallToolRequest request, McpTool tool, JsonNode schema) {
    var given = request.arguments() == null ? Map.of() : request.arguments();
    body.begin();
    try {
      var call = new ToolCall(body, new ToolArguments(request.name(), schema, McpJson.tree(given)));
      var awake =
          body.mayBeAsleep() && !request.name().equals("timer")
              ? waker.wake(body)
              : CompletableFuture.<@Nullable WireAnswers>completedStage(null);
      return McpTool.thenAsk(awake, _ -> tool.call(call).thenApply(answer -> (JsonNode) answer))
          .whenComplete((_, _) -> body.end());
    } catch (ToolProblem e) {
      body.end();
      return CompletableFuture.failedStage(e);
    }
  }

  private static CallToolResult shown(JsonNode answer) {
    return CallToolResult.builder()
        .content(List.of(TextContent.builder(ForeignText.shown(answer.toString())).build()))
        .build();
  }

  private static CallToolResult refused(String tool, Throwable failure) {
    var cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (!(cause instanceof ToolProblem)) log.error("The tool {} failed", tool, cause);
    var text =
        cause instanceof ToolProblem problem
            ? problem.text()
            : "The server failed. Call again; if it fails again, tell a person.";
    return CallToolResult.builder()
        .content(List.of(TextContent.builder(ForeignText.shown(text)).build()))
        .isError(true)
        .build();
  }

  /** Tells a client that asked for it that its call still waits. */
  private final class Progress {
    private final McpAsyncServerExchange exchange;
    private final @Nullable Object token;
    private volatile boolean over;
    private int steps;

    Progress(McpAsyncServerExchange exchange, @Nullable Map<String, Object> meta) {
      this.exchange = exchange;
      this.token = meta == null ? null : meta.get("progressToken");
    }

    void next() {
      if (token == null || over) return;
      var _ = timers.schedule(PROGRESS, this::tell);
    }

    private void tell() {
      if (token == null || over) return;
      double seconds = (double) ++steps * PROGRESS.toSeconds();
      var _ =
          exchange
              .progressNotification(new ProgressNotification(token, seconds, null, "waiting", null))
              .subscribe();
      next();
    }

    void stop() {
      over = true;
    }
  }
}
