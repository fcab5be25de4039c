package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Waits for messages. The cursor of an answer confirms it when a later call brings it; until then
 * the same messages come again. Nothing is confirmed by waiting or by answering. A wake ends the
 * wait too, and the answer carries it.
 */
final class ListenTool implements McpTool {
  private static final int USUAL_WAIT_SECONDS = 45;

  /** Clients give up on a silent call after about 60 s. */
  private static final int MOST_WAIT_SECONDS = 50;

  private static final int USUAL_SETTLE_MS = 1_000;
  private static final int MOST_SETTLE_MS = 10_000;
  private static final int USUAL_LIMIT = 20;
  private static final int MOST_LIMIT = 100;

  /** The most channels of one PENDING. */
  private static final int MOST_CHANNELS = 32;

  private final TimerQueue timers;

  ListenTool(TimerQueue timers) {
    this.timers = timers;
  }

  @Override
  public CompletionStage<ObjectNode> call(ToolCall call) throws ToolProblem {
    var cursor = call.arguments().text("cursor").orElse("");
    if (cursor.isEmpty()) return listen(call);
    var confirm = ToolCall.request("READ").put("cursor", cursor);
    return McpTool.thenAsk(
        call.ask(confirm, "READ"),
        answers -> {
          if (answers.first("ERROR").isPresent()) {
            throw new ToolProblem(
                "That cursor is not from your last listen. Call listen without a cursor: what you"
                    + " have not confirmed comes again.");
          }
          return listen(call);
        });
  }

  private CompletionStage<ObjectNode> listen(ToolCall call) {
    var arguments = call.arguments();
    var request = pending(call, arguments.number("limit", USUAL_LIMIT, 1, MOST_LIMIT));
    int wait = arguments.number("wait_s", USUAL_WAIT_SECONDS, 0, MOST_WAIT_SECONDS);
    int settle = arguments.number("settle_ms", USUAL_SETTLE_MS, 0, MOST_SETTLE_MS);
    return wait > 0 ? wait(call, request.put("wait_ms", wait * 1_000), settle) : now(call, request);
  }

  /** Waits for messages or a wake. Meanwhile the agent can be told of a wake. */
  private CompletionStage<ObjectNode> wait(ToolCall call, ObjectNode request, int settle) {
    var body = call.body();
    var woken = body.listens();
    var asked =
        woken.isDone()
            ? CompletableFuture.<@Nullable WireAnswers>completedFuture(null)
            : call.ask(request, "PENDING").<@Nullable WireAnswers>thenApply(it -> it);
    var first = asked.applyToEither(woken.<@Nullable WireAnswers>thenApply(_ -> null), it -> it);
    return McpTool.thenAsk(
            first,
            answers -> {
              // The next question ends the one that waits.
              if (answers == null) return now(call, request);
              var page = answers.of("PENDING");
              boolean settles = answers.waits() && settle > 0 && !page.path("entries").isEmpty();
              return settles ? settled(call, request, settle) : shown(call, page);
            })
        .whenComplete((_, _) -> body.listensNoMore());
  }

  /** Returns the question for what is not confirmed, within the filters of the call. */
  static ObjectNode pending(ToolCall call, int limit) {
    var arguments = call.arguments();
    var request = ToolCall.request("PENDING").put("limit", limit);
    var channels = arguments.list("channels");
    if (arguments.flag("mentions_only")) channels = List.of();
    else if (!arguments.has("channels")) channels = List.copyOf(call.body().channels());
    if (channels.size() > MOST_CHANNELS) channels = channels.subList(0, MOST_CHANNELS);
    ToolArguments.array(request, "channels", channels);
    arguments.copy(request, "senders", "keywords", "priority");
    return request;
  }

  /** Waits a moment for more, so that a burst of messages costs one answer. */
  private CompletionStage<ObjectNode> settled(ToolCall call, ObjectNode request, int millis) {
    var over = new CompletableFuture<Void>();
    var _ = timers.schedule(Duration.ofMillis(millis), () -> over.complete(null));
    return over.thenCompose(_ -> now(call, request));
  }

  /** Answers with what there is now. */
  private static CompletionStage<ObjectNode> now(ToolCall call, ObjectNode request) {
    request.remove("wait_ms");
    return McpTool.thenAsk(
        call.ask(request, "PENDING"), answers -> shown(call, answers.of("PENDING")));
  }

  private static CompletionStage<ObjectNode> shown(ToolCall call, JsonNode page) {
    var answer = answer(call.body().agent(), page);
    call.body().takeWake().ifPresent(line -> tell(answer, line));
    return CompletableFuture.completedStage(answer);
  }

  /** Adds the line of a wake. The agent is told by this answer, so its turn goes on with it. */
  private static void tell(ObjectNode answer, String line) {
    answer.put("wake", line);
    if (!answer.has("cursor")) answer.put("next", "Act on the wake, then call listen again.");
  }

  /** Returns the answer. It has a cursor only if there is something to confirm. */
  static ObjectNode answer(String agent, JsonNode page) {
    var answer = McpJson.object();
    var entries = page.path("entries");
    long passedOver = page.path("passed_over").asLong(0);
    long lost = page.path("lost").asLong(0);
    if (entries.isEmpty() && passedOver == 0 && lost == 0) {
      return answer.put("messages", 0).put("next", "Nothing new. Call listen again.");
    }
    MessageRows.put(answer, agent, entries);
    if (passedOver > 0) answer.put("filtered_out", passedOver);
    if (lost > 0) answer.put("lost", lost);
    if (page.path("more").asBoolean(false)) answer.put("more", true);
    answer.set("cursor", page.path("cursor"));
    return answer.put("next", "Act, then call listen with this cursor.");
  }
}
