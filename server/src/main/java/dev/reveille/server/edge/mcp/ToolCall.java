package dev.reveille.server.edge.mcp;

import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call of a tool.
 *
 * @param body the session of the agent that calls
 */
record ToolCall(McpBody body, ToolArguments arguments) {
  /** Sends a request for the agent; see {@link McpBody#ask}. */
  CompletionStage<WireAnswers> ask(ObjectNode request, String... wanted) {
    return body.ask(request, wanted);
  }

  static ObjectNode request(String type) {
    return McpJson.object().put("type", type);
  }
}
