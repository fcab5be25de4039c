package dev.reveille.server.edge.mcp;

import dev.reveille.server.seat.BootPrompts;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.concurrent.Executor;
import reactor.core.publisher.Mono;

/** Texts that a person or a harness puts at the beginning of a conversation. */
final class McpPrompts {
  private static final String BOOT =
      "Begins a fresh session: who you are, what waits, what to do first";
  private static final String ETIQUETTE = "How to behave in the swarm";

  private final McpBodies bodies;
  private final BootPrompts boots;
  private final Executor reading;

  /**
   * @param boots makes the text that a seat gives to its sessions
   * @param reading runs tasks that may block
   */
  McpPrompts(McpBodies bodies, BootPrompts boots, Executor reading) {
    this.bodies = bodies;
    this.boots = boots;
    this.reading = reading;
  }

  List<AsyncPromptSpecification> list() {
    var etiquette = McpTexts.of("etiquette.md");
    return List.of(
        new AsyncPromptSpecification(
            Prompt.builder("boot").description(BOOT).build(), (exchange, _) -> boot(exchange)),
        new AsyncPromptSpecification(
            Prompt.builder("etiquette").description(ETIQUETTE).build(),
            (_, _) -> Mono.just(said(ETIQUETTE, etiquette))));
  }

  private Mono<GetPromptResult> boot(McpAsyncServerExchange exchange) {
    var caller = (McpCaller) exchange.transportContext().get(McpCaller.KEY);
    return Mono.fromCompletionStage(
            bodies
                .of(caller, false)
                .thenApplyAsync(body -> ForeignText.shown(boots.present(body.agent())), reading))
        .map(text -> said(BOOT, text))
        .onErrorMap(ToolProblem.class, e -> McpError.builder(-32603).message(e.text()).build());
  }

  private static GetPromptResult said(String about, String text) {
    return new GetPromptResult(
        about, List.of(new PromptMessage(Role.USER, TextContent.builder(text).build())), null);
  }
}
