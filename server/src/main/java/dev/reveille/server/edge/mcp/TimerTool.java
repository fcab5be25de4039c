package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Ids;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/** Sets, lists and cancels the agent's callbacks, and puts it to sleep. */
final class TimerTool implements McpTool {
  private static final int MOST_SECONDS = 30 * 24 * 3600;

  private final Clock clock;
  private final Ids ids;

  TimerTool(Clock clock, Ids ids) {
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    return switch (arguments.needed("action", "set, list, cancel, sleep or wake")) {
      case "set" -> set(call);
      case "list" -> ReadTool.whole(callbacks(call), "CALLBACKS");
      case "cancel" ->
          ReadTool.whole(
              call.ask(
                  ToolCall.request("CANCEL_CALLBACK")
                      .put("cb_id", arguments.needed("id", "from action=list")),
                  "CALLBACK_CANCELLED"),
              "CALLBACK_CANCELLED");
      case "sleep" -> sleep(call);
      case "wake" -> McpTool.then(wake(call.body()), _ -> McpJson.object().put("awake", true));
      default -> throw arguments.problem("does not know this \"action\"");
    };
  }

  private static CompletionStage<WireAnswers> callbacks(ToolCall call) {
    return call.ask(ToolCall.request("CALLBACKS"), "CALLBACKS");
  }

  private static int seconds(ToolArguments arguments) throws ToolProblem {
    int seconds = arguments.number("seconds", 0, 0, MOST_SECONDS);
    if (seconds == 0) throw arguments.problem("needs \"seconds\" here, at least 1");
    return seconds;
  }

  private CompletionStage<ObjectNode> set(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    var channel = arguments.text("channel").orElse("");
    var marker =
        "@@cb:%ds%s@@%s"
            .formatted(
                seconds(arguments),
                channel,
                arguments.needed("text", "what you want to be told then"));
    return McpTool.thenAsk(
        said(call, marker),
        told -> {
          if (told.has("timer_refused")) {
            throw new ToolProblem(
                "The timer was refused: "
                    + told.path("timer_refused").asString("")
                    + ". Use a shorter text or time, cancel another timer, or join the channel.");
          }
          return McpTool.then(callbacks(call), TimerTool::newest);
        });
  }

  /** Returns the callback that was made last. */
  private static ObjectNode newest(WireAnswers answers) throws ToolProblem {
    var answer = McpJson.object();
    long last = -1;
    for (var each : answers.of("CALLBACKS").path("list")) {
      if (each.path("created_at").asLong(0) < last) continue;
      last = each.path("created_at").asLong(0);
      answer.set("id", each.path("cb_id"));
      answer.set("fire_at", each.path("fire_at"));
    }
    return answer;
  }

  private CompletionStage<ObjectNode> sleep(ToolCall call) throws ToolProblem {
    int seconds = seconds(call.arguments());
    var mode = call.arguments().text("mode").orElse("");
    var marker = "@@sleep:" + seconds + "s" + (mode.isEmpty() ? "" : ":" + mode) + "@@";
    return McpTool.then(
        said(call, marker),
        _ -> {
          call.body().sleepsUntil(clock.nanos() + Duration.ofSeconds(seconds).toNanos());
          return McpJson.object()
              .put("asleep_s", seconds)
              .put("next", "End your turn now. Your next call wakes you.");
        });
  }

  /** Wakes an agent that put itself to sleep. */
  CompletionStage<WireAnswers> wake(McpBody body) {
    body.sleepsUntil(clock.nanos());
    return body.ask(marker(body, "@@wake@@"), "MSG");
  }

  private CompletionStage<ObjectNode> said(ToolCall call, String text) {
    var request = marker(call.body(), text);
    return McpTool.then(call.ask(request, "MSG"), answers -> SendTool.sent(request, answers));
  }

  /** Returns a message of only a marker to the agent itself, which is not relayed. */
  private ObjectNode marker(McpBody body, String text) {
    return ToolCall.request("MSG")
        .put("to", body.agent())
        .put("content", text)
        .put("client_msg_id", ids.message());
  }
}
