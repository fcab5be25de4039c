package dev.reveille.server.edge.mcp;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The resources that a client reads without a tool: the agent's state, channels, tasks, the
 * etiquette.
 */
final class McpResources {
  private static final String JSON = "application/json";
  private static final String PAGE = "text/markdown";
  private static final int HISTORY = 50;

  private final McpBodies bodies;

  McpResources(McpBodies bodies) {
    this.bodies = bodies;
  }

  /** Reads a resource for an agent. */
  @FunctionalInterface
  private interface Read {
    CompletionStage<? extends JsonNode> of(McpBody body, String uri);
  }

  List<AsyncResourceSpecification> list() {
    var etiquette = McpTexts.of("etiquette.md");
    return List.of(
        new AsyncResourceSpecification(
            Resource.builder("reveille://etiquette", "etiquette")
                .description("How to behave in the swarm")
                .mimeType(PAGE)
                .build(),
            (_, request) -> Mono.just(contents(request.uri(), PAGE, etiquette))),
        json(ClientNotices.TASKS, "tasks", "Your open tasks", (body, _) -> TaskTool.open(body)),
        json(
            "reveille://memory",
            "memory",
            "Your memory: last sessions, handoffs, what you worked on",
            (body, _) -> SessionTool.memory(body, ToolCall.request("MEMORY_GET"))),
        json(ClientNotices.OWN_STATE, "me", "You: name, id, channels, unread", McpResources::me),
        json(
            "reveille://channels",
            "channels",
            "The public channels",
            (body, _) ->
                ReadTool.whole(
                    body.ask(ToolCall.request("LIST_CHANNELS"), "CHANNELS"), "CHANNELS")));
  }

  List<AsyncResourceTemplateSpecification> templates() {
    return List.of(
        new AsyncResourceTemplateSpecification(
            ResourceTemplate.builder(ClientNotices.CHANNEL_URI + "{name}", "channel")
                .description("The last messages of a channel; the name is without #")
                .mimeType(JSON)
                .build(),
            (exchange, request) -> read(exchange, request, McpResources::channel)),
        new AsyncResourceTemplateSpecification(
            ResourceTemplate.builder(ClientNotices.TASK_URI + "{id}", "task")
                .description("A task with its log")
                .mimeType(JSON)
                .build(),
            (exchange, request) -> read(exchange, request, McpResources::task)));
  }

  private AsyncResourceSpecification json(String uri, String name, String about, Read read) {
    return new AsyncResourceSpecification(
        Resource.builder(uri, name).description(about).mimeType(JSON).build(),
        (exchange, request) -> read(exchange, request, read));
  }

  private Mono<ReadResourceResult> read(
      McpAsyncServerExchange exchange, ReadResourceRequest request, Read read) {
    var caller = (McpCaller) exchange.transportContext().get(McpCaller.KEY);
    var text =
        bodies
            .of(caller, false)
            .thenCompose(body -> read.of(body, request.uri()))
            .thenApply(answer -> ForeignText.shown(answer.toString()));
    return Mono.fromCompletionStage(text)
        .map(json -> contents(request.uri(), JSON, json))
        .onErrorMap(ToolProblem.class, e -> McpError.builder(-32603).message(e.text()).build());
  }

  private static ReadResourceResult contents(String uri, String type, String text) {
    return new ReadResourceResult(List.of(new TextResourceContents(uri, type, text, null)), null);
  }

  private static CompletionStage<ObjectNode> me(McpBody body, String uri) {
    return McpTool.then(
        body.ask(ToolCall.request("UNREAD"), "UNREAD"),
        answers -> {
          var answer = McpJson.object().put("name", body.name()).put("id", body.agent());
          ToolArguments.array(answer, "channels", new ArrayList<>(body.channels()));
          answer.set("unread", ReadTool.fields(answers.of("UNREAD")));
          return answer;
        });
  }

  private static CompletionStage<ObjectNode> task(McpBody body, String uri) {
    return TaskTool.get(body, uri.substring(ClientNotices.TASK_URI.length()));
  }

  private static CompletionStage<ObjectNode> channel(McpBody body, String uri) {
    var name = "#" + uri.substring(ClientNotices.CHANNEL_URI.length());
    var request = ToolCall.request("HISTORY").put("channel", name).put("limit", HISTORY);
    return McpTool.then(
        body.ask(request, "HISTORY_PAGE"),
        answers -> {
          var answer = McpJson.object();
          MessageRows.put(answer, body.agent(), answers.of("HISTORY_PAGE").path("messages"));
          return answer;
        });
  }
}
