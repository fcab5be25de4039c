package dev.reveille.server.edge.mcp;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/**
 * Leaves a handoff, declares the end of the agent's session, and shows what the agent remembers.
 */
final class SessionTool implements McpTool {
  private static final int USUAL_LIMIT = 5;

  /** The states of a session that cannot end. */
  private static final Set<String> OVER = Set.of("never-started", "ended", "full");

  private static final int MOST_LIMIT = 50;

  private static final String NOTE =
      "done, next, questions or worked_on: your next session reads it";

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var action = arguments.needed("action", "handoff, full, sunset or memory");
    return switch (action) {
      case "handoff" -> handOff(call);
      case "full" ->
          end(
              call,
              "SEAT_FULL",
              "End your turn now. A fresh session is started and gets your handoff.");
      case "sunset" ->
          end(call, "SEAT_SUNSET", "End your turn now. Mail waits until your next session.");
      case "memory" ->
          memory(
              call.body(),
              ToolCall.request("MEMORY_GET")
                  .put("limit", arguments.number("limit", USUAL_LIMIT, 1, MOST_LIMIT)));
      default -> throw arguments.problem("does not know this \"action\"");
    };
  }

  /** Returns the agent's last sessions, handoffs, and what it worked on. */
  static CompletionStage<ObjectNode> memory(McpBody body, ObjectNode request) {
    return ReadTool.whole(body.ask(request, "MEMORY"), "MEMORY");
  }

  private static CompletionStage<ObjectNode> handOff(ToolCall call) throws ToolProblem {
    var request = noted(call, "SEAT_HANDOFF");
    if (!hasNote(call.arguments())) throw call.arguments().problem("needs one of " + NOTE);
    return McpTool.then(
        call.ask(request, "SEAT"),
        answers -> {
          requireHolder(call, answers);
          return McpJson.object()
              .put("stored", true)
              .put("next", "Go on. Your next session reads it with action=memory.");
        });
  }

  /** Declares the end of the session, if a seat began it. */
  private static CompletionStage<ObjectNode> end(ToolCall call, String type, String next) {
    return McpTool.thenAsk(
        call.ask(ToolCall.request("SEAT_GET"), "SEAT"),
        seat -> {
          if (!seat.of("SEAT").has("seat")) {
            throw new ToolProblem(
                "You have no seat, so nobody starts your sessions and none of them can end here."
                    + " Leave a note with action=handoff, then end your turn.");
          }
          var life = seat.of("SEAT").path("seat").path("life").asString("");
          if (OVER.contains(life)) return after(call, life);
          return McpTool.then(
              call.ask(noted(call, type), "SEAT"),
              answers -> {
                requireHolder(call, answers);
                return ended(call, answers, next);
              });
        });
  }

  /** Keeps the note of a session that is over already, as that of a call that came twice. */
  private static CompletionStage<ObjectNode> after(ToolCall call, String life) {
    var answer =
        McpJson.object()
            .put("state", life)
            .put("next", "Your session was over already. End your turn now.");
    if (!hasNote(call.arguments())) return CompletableFuture.completedStage(answer);
    return McpTool.then(
        call.ask(noted(call, "SEAT_HANDOFF"), "SEAT"),
        answers -> {
          requireHolder(call, answers);
          return answer.put("stored", true);
        });
  }

  private static ObjectNode ended(ToolCall call, WireAnswers answers, String next)
      throws ToolProblem {
    var answer = McpJson.object();
    answer.set("state", answers.of("SEAT").path("seat").path("state"));
    if (!hasNote(call.arguments())) answer.put("missing", "You left no handoff with this.");
    return answer.put("next", next);
  }

  /** Throws if the request was refused because another session holds the seat. */
  private static void requireHolder(ToolCall call, WireAnswers answers) throws ToolProblem {
    var error = answers.first("ERROR");
    boolean refused =
        error.isPresent() && error.get().path("code").asString("").equals("NOT_ALLOWED");
    if (refused && call.arguments().has("session")) {
      throw new ToolProblem(
          error.get().path("message").asString("")
              + ". If another session has your seat, end your turn. If not, leave \"session\" out.");
    }
    answers.refuse();
  }

  private static boolean hasNote(ToolArguments arguments) {
    return arguments.has("done")
        || arguments.has("next")
        || arguments.has("questions")
        || !arguments.list("worked_on").isEmpty();
  }

  private static ObjectNode noted(ToolCall call, String type) {
    var request = ToolCall.request(type);
    call.arguments().copy(request, "done", "next", "questions", "worked_on", "session");
    return request;
  }
}
