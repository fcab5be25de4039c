package dev.reveille.server.edge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import reactor.core.publisher.Mono;

/** Texts that a person or a harness puts at the beginning of a conversation. */
final class McpPrompts {
  private McpPrompts() {}

  static List<AsyncPromptSpecification> list() {
    return List.of(
        prompt("boot", "Begins a fresh session: who you are, what waits, what to do first"),
        prompt("etiquette", "How to behave in the swarm"));
  }

  private static AsyncPromptSpecification prompt(String name, String about) {
    var text = McpTexts.of(name + ".md");
    var result =
        new GetPromptResult(
            about, List.of(new PromptMessage(Role.USER, TextContent.builder(text).build())), null);
    return new AsyncPromptSpecification(
        Prompt.builder(name).description(about).build(), (_, _) -> Mono.just(result));
  }
}
