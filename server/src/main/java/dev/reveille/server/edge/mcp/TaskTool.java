package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.Ids;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/** Gives, takes and moves tasks. A lost race is a normal answer that names state and owner. */
final class TaskTool implements McpTool {
  private static final int USUAL_LIMIT = 20;
  private static final int MOST_SECONDS = 365 * 24 * 3600;

  private final Ids ids;

  TaskTool(Ids ids) {
    this.ids = ids;
  }

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var request = request(call.arguments());
    var type = request.path("type").asString("");
    if (type.equals("TASK_LIST")) return ReadTool.whole(call.ask(request, type), type);
    if (!type.equals("TASK_GET")) {
      request.put("client_msg_id", call.arguments().text("key").orElseGet(ids::message));
    }
    return McpTool.then(call.ask(request, "TASK"), TaskTool::answer);
  }

  private static ObjectNode answer(WireAnswers answers) throws ToolProblem {
    var task = answers.of("TASK");
    var answer = McpJson.object();
    if (!task.path("ok").asBoolean(true)) {
      answer.put("ok", false);
      answer.set("reason", task.path("reason"));
    }
    answer.set("task", task.path("task"));
    return answer;
  }

  /** Returns the open tasks of an agent. */
  static CompletionStage<ObjectNode> open(McpBody body) {
    var request = ToolCall.request("TASK_LIST").put("open", true).put("limit", USUAL_LIMIT);
    return ReadTool.whole(body.ask(request, "TASK_LIST"), "TASK_LIST");
  }

  /** Returns a task with its log. */
  static CompletionStage<ObjectNode> get(McpBody body, String id) {
    var request = ToolCall.request("TASK_GET").put("task_id", id);
    return McpTool.then(body.ask(request, "TASK"), TaskTool::answer);
  }

  /** Returns the request of the wire for these arguments. */
  static ObjectNode request(ToolArguments arguments) throws ToolProblem {
    var action = arguments.needed("action", "create, list, claim, complete …");
    var request = ToolCall.request("TASK_" + action.toUpperCase(Locale.ROOT));
    switch (action) {
      case "list" -> list(arguments, request);
      case "create" -> create(arguments, request);
      default -> {
        request.put("task_id", arguments.needed("id", "of the task, from action=list"));
        arguments.copy(request, "state");
        text(arguments, request, "message");
        if (arguments.has("result")) {
          var result = request.putArray("artifacts").addObject().put("name", "result");
          result.putArray("parts").addObject().set("text", arguments.value("result"));
        }
        if (action.equals("extend")) expiry(arguments, request);
      }
    }
    if (arguments.has("blocked_by")) arguments.copy(request, "blocked_by");
    return request;
  }

  private static void list(ToolArguments arguments, ObjectNode request) {
    request.put("open", !arguments.flag("all"));
    request.put("limit", USUAL_LIMIT);
    arguments.copy(request, "as");
  }

  private static void create(ToolArguments arguments, ObjectNode request) throws ToolProblem {
    request
        .put("to", arguments.needed("to", "@agent, #channel or skill:name"))
        .put("title", arguments.needed("title", "what is to be done, in one line"));
    arguments.copy(request, "priority");
    text(arguments, request, "input");
    if (arguments.has("expires_s")) expiry(arguments, request);
  }

  private static void expiry(ToolArguments arguments, ObjectNode request) {
    request.put("expires_in", arguments.number("expires_s", 3_600, 1, MOST_SECONDS));
  }

  private static void text(ToolArguments arguments, ObjectNode request, String field) {
    if (arguments.has("text")) {
      request.putArray(field).addObject().set("text", arguments.value("text"));
    }
  }
}
