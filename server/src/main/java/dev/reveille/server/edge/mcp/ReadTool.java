package dev.reveille.server.edge.mcp;

import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads without changing anything: history, channels, who is there, skills, receipts. */
final class ReadTool implements McpTool {
  private static final int USUAL_LIMIT = 20;
  private static final int MOST_LIMIT = 100;
  private static final int MOST_PENDING = 200;

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    return switch (arguments.needed("what", "history, channels, who, skills …")) {
      case "history" -> history(call);
      case "channels" ->
          list(call.ask(ToolCall.request("LIST_CHANNELS"), "CHANNELS"), "CHANNELS", "list");
      case "who" ->
          list(
              call.ask(ToolCall.request("LIST_AGENTS").put("channel", channel(call)), "AGENTS"),
              "AGENTS",
              "list");
      case "skills" -> skills(call);
      case "receipt" -> receipt(call);
      case "unread" -> whole(call.ask(ToolCall.request("UNREAD"), "UNREAD"), "UNREAD");
      case "message" -> message(call);
      default -> throw arguments.problem("does not know this \"what\"");
    };
  }

  private static String channel(ToolCall call) throws ToolProblem {
    return call.arguments().needed("channel", "a channel such as #general");
  }

  private static CompletionStage<ObjectNode> history(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var request =
        ToolCall.request("HISTORY")
            .put("channel", channel(call))
            .put("limit", arguments.number("limit", USUAL_LIMIT, 1, MOST_LIMIT));
    arguments.copy(request, "before", "after");
    return McpTool.then(
        call.ask(request, "HISTORY_PAGE"),
        answers -> {
          var page = answers.of("HISTORY_PAGE");
          var answer = McpJson.object();
          MessageRows.put(answer, call.body().agent(), page.path("messages"));
          answer.set("first_seq", page.path("first_seq"));
          return answer.put("more", page.path("more").asBoolean(false));
        });
  }

  private static CompletionStage<ObjectNode> skills(ToolCall call) {
    var request = ToolCall.request("SEARCH_SKILLS");
    var query = request.putObject("query").put("limit", USUAL_LIMIT);
    call.arguments().text("query").ifPresent(word -> query.put("capability", word));
    return McpTool.then(
        call.ask(request, "SEARCH_RESULTS"),
        answers -> {
          var answer = McpJson.object();
          var found = answer.putArray("skills");
          for (var each : answers.of("SEARCH_RESULTS").path("results")) {
            var row = McpJson.object();
            row.set("agent", each.path("agent_id"));
            row.set("skill", each.path("capability"));
            if (each.hasNonNull("description")) row.set("description", each.path("description"));
            found.add(row);
          }
          return answer;
        });
  }

  private static CompletionStage<ObjectNode> receipt(ToolCall call) throws ToolProblem {
    var msg = call.arguments().needed("msg", "the id that send returned");
    return whole(call.ask(ToolCall.request("RECEIPT").put("msg_id", msg), "RECEIPT"), "RECEIPT");
  }

  /** Reads the rest of an unconfirmed message whose text was cut. */
  private static CompletionStage<ObjectNode> message(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var msg = arguments.needed("msg", "the id of a message that listen showed");
    int from = arguments.number("from", 0, 0, Integer.MAX_VALUE);
    return McpTool.then(
        InboxLook.of(call, MOST_PENDING).thenCompose(InboxLook::page),
        page -> {
          for (var entry : page.path("entries")) {
            if (!entry.path("msg_id").asString("").equals(msg)) continue;
            var text = entry.path("content").asString("");
            int start = Math.min(from, text.length());
            int end = Math.min(text.length(), start + MessageRows.MOST_TEXT);
            var answer = McpJson.object();
            answer.set("from", entry.path("from_name"));
            answer.set("id", entry.path("from"));
            return answer.put("text", text.substring(start, end)).put("length", text.length());
          }
          throw arguments.problem(
              "finds no unconfirmed message with this \"msg\"; for channels use what=history");
        });
  }

  private static CompletionStage<ObjectNode> list(
      CompletionStage<WireAnswers> asked, String type, String field) {
    return McpTool.then(
        asked,
        answers -> {
          var answer = McpJson.object();
          answer.set(field, answers.of(type).path(field));
          return answer;
        });
  }

  /** Returns the fields of an answer, without its type and time. */
  static CompletionStage<ObjectNode> whole(CompletionStage<WireAnswers> asked, String type) {
    return McpTool.then(asked, answers -> fields(answers.of(type)));
  }

  static ObjectNode fields(JsonNode message) {
    var answer = McpJson.object();
    for (var each : message.properties()) {
      if (!each.getKey().equals("type") && !each.getKey().equals("ts")) {
        answer.set(each.getKey(), each.getValue());
      }
    }
    return answer;
  }
}
