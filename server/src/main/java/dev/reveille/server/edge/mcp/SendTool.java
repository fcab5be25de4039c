package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.Ids;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends a message to a channel or an agent. It is durable when the call is answered. */
final class SendTool implements McpTool {
  private final Ids ids;

  SendTool(Ids ids) {
    this.ids = ids;
  }

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var to = arguments.needed("to", "#channel or @agent");
    if (!to.startsWith("#") && !to.startsWith("@")) {
      throw arguments.problem("wants \"to\" as #channel or @agent; \"" + to + "\" is neither");
    }
    var request =
        ToolCall.request("MSG")
            .put("to", to)
            .put("content", arguments.needed("text", "what you want to say"));
    arguments.copy("reply_to", request, "in_reply_to");
    arguments.copy(request, "priority", "tags");
    request.put("client_msg_id", arguments.text("key").orElseGet(ids::message));
    return McpTool.then(call.ask(request, "MSG"), answers -> sent(request, answers));
  }

  /** Returns what became of a message: its echo, and the markers that were refused. */
  static ObjectNode sent(ObjectNode request, WireAnswers answers) throws ToolProblem {
    var key = request.path("client_msg_id").asString("");
    JsonNode echo = null;
    var answer = McpJson.object();
    for (var message : answers.messages()) {
      if (message.path("client_msg_id").asString("").equals(key)) echo = message;
      if (message.hasNonNull("cb_error")) {
        answer.put("timer_refused", message.path("cb_error").asString(""));
      }
    }
    if (echo == null) answers.refuse();
    if (echo == null) return answer.put("done", "Only markers: they act, nothing was sent.");
    answer.set("sent", echo.path("msg_id"));
    var to = echo.path("to").asString("");
    if (!to.equals(request.path("to").asString(""))) answer.put("to", to);
    if (to.startsWith("#")) answer.set("seq", echo.path("seq"));
    return answer;
  }
}
