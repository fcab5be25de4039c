package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.TimerQueue;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * The tools, resources and prompts that the public conformance suite of MCP expects. Only a server
 * that was started for the suite has it.
 */
final class ConformanceFixtures {
  private static final Duration STEP = Duration.ofMillis(50);
  private static final String TEXT = "text/plain";

  private final TimerQueue timers;

  ConformanceFixtures(TimerQueue timers) {
    this.timers = timers;
  }

  List<AsyncToolSpecification> tools() {
    return List.of(
        tool(
            "{\"name\":\"test_simple_text\",\"description\":\"For the suite\",\"inputSchema\":{\"type\":\"object\"}}",
            _ -> Mono.just(text("This is a simple text response for testing.", false))),
        tool(
            "{\"name\":\"test_error_handling\",\"description\":\"For the suite\",\"inputSchema\":{\"type\":\"object\"}}",
            _ -> Mono.just(text("This tool intentionally returns an error for testing", true))),
        tool(
            "{\"name\":\"test_tool_with_logging\",\"description\":\"For the suite\",\"inputSchema\":{\"type\":\"object\"}}",
            this::logging),
        AsyncToolSpecification.builder()
            .tool(
                McpJson.read(
                    "{\"name\":\"test_tool_with_progress\",\"description\":\"For the suite\",\"inputSchema\":{\"type\":\"object\"}}",
                    Tool.class))
            .callHandler((exchange, request) -> progress(exchange, request.meta()))
            .build(),
        tool(McpTexts.of("conformance-schema.json"), _ -> Mono.just(text("ok", false))));
  }

  private static AsyncToolSpecification tool(
      String json, Function<McpAsyncServerExchange, Mono<CallToolResult>> call) {
    return AsyncToolSpecification.builder()
        .tool(McpJson.read(json, Tool.class))
        .callHandler((exchange, _) -> call.apply(exchange))
        .build();
  }

  private static CallToolResult text(String text, boolean error) {
    return CallToolResult.builder()
        .content(List.of(TextContent.builder(text).build()))
        .isError(error)
        .build();
  }

  private Mono<Void> pause() {
    var over = new CompletableFuture<Void>();
    var _ = timers.schedule(STEP, () -> over.complete(null));
    return Mono.fromFuture(over);
  }

  private Mono<CallToolResult> logging(McpAsyncServerExchange exchange) {
    return log(exchange, "Tool execution started")
        .then(Mono.defer(this::pause))
        .then(log(exchange, "Tool processing data"))
        .then(Mono.defer(this::pause))
        .then(log(exchange, "Tool execution completed"))
        .thenReturn(text("done", false));
  }

  private static Mono<Void> log(McpAsyncServerExchange exchange, String text) {
    return exchange.loggingNotification(
        LoggingMessageNotification.builder(LoggingLevel.INFO, text).build());
  }

  private Mono<CallToolResult> progress(McpAsyncServerExchange exchange, Map<String, Object> meta) {
    var token = meta.getOrDefault("progressToken", "none");
    return step(exchange, token, 0)
        .then(Mono.defer(this::pause))
        .then(step(exchange, token, 50))
        .then(Mono.defer(this::pause))
        .then(step(exchange, token, 100))
        .thenReturn(text("done", false));
  }

  private static Mono<Void> step(McpAsyncServerExchange exchange, Object token, double done) {
    return exchange.progressNotification(new ProgressNotification(token, done, 100.0, null, null));
  }

  List<AsyncResourceSpecification> resources() {
    return List.of(
        resource("test://static-text", "This is the content of the static text resource."),
        resource("test://watched-resource", "watched"));
  }

  private static AsyncResourceSpecification resource(String uri, String text) {
    return new AsyncResourceSpecification(
        Resource.builder(uri, uri).mimeType(TEXT).build(),
        (_, _) -> Mono.just(contents(uri, text)));
  }

  private static ReadResourceResult contents(String uri, String text) {
    return new ReadResourceResult(List.of(new TextResourceContents(uri, TEXT, text, null)), null);
  }

  List<AsyncResourceTemplateSpecification> templates() {
    return List.of(
        new AsyncResourceTemplateSpecification(
            ResourceTemplate.builder("test://template/{id}/data", "template")
                .mimeType(TEXT)
                .build(),
            (_, request) -> Mono.just(contents(request.uri(), "Data for " + request.uri()))));
  }

  List<AsyncPromptSpecification> prompts() {
    return List.of(
        new AsyncPromptSpecification(
            Prompt.builder("test_simple_prompt").description("simple").build(),
            (_, _) -> Mono.just(prompt("This is a simple prompt for testing."))),
        new AsyncPromptSpecification(
            Prompt.builder("test_prompt_with_arguments")
                .description("arguments")
                .arguments(
                    List.of(
                        new PromptArgument("arg1", null, "First", true),
                        new PromptArgument("arg2", null, "Second", true)))
                .build(),
            (_, request) ->
                Mono.just(
                    prompt(
                        "Prompt with arguments: arg1='%s', arg2='%s'"
                            .formatted(
                                request.arguments().get("arg1"),
                                request.arguments().get("arg2"))))));
  }

  private static GetPromptResult prompt(String text) {
    return new GetPromptResult(
        "test", List.of(new PromptMessage(Role.USER, TextContent.builder(text).build())), null);
  }
}
