package dev.reveille.server.edge.mcp;

import dev.reveille.server.kernel.TimerQueue;
import java.time.Duration;
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

  private CompletionStage<ObjectNode> listen(ToolCall call) throws ToolProblem {
    var arguments = call.arguments();
    int wait = arguments.number("wait_s", USUAL_WAIT_SECONDS, 0, MOST_WAIT_SECONDS);
    int settle = arguments.number("settle_ms", USUAL_SETTLE_MS, 0, MOST_SETTLE_MS);
    return InboxLook.of(call, arguments.number("limit", USUAL_LIMIT, 1, MOST_LIMIT))
        .thenCompose(
            look ->
                wait > 0
                    ? wait(call, look, wait * 1_000L, settle)
                    : look.now().thenApply(page -> shown(call, page)));
  }

  /** Waits for messages or a wake. Meanwhile the agent can be told of a wake. */
  private CompletionStage<ObjectNode> wait(ToolCall call, InboxLook look, long millis, int settle) {
    var body = call.body();
    var woken = body.listens();
    look.waiting(millis);
    var asked =
        woken.isDone()
            ? CompletableFuture.<@Nullable JsonNode>completedFuture(null)
            : look.page().<@Nullable JsonNode>thenApply(it -> it);
    var first = asked.applyToEither(woken.<@Nullable JsonNode>thenApply(_ -> null), it -> it);
    return first
        .thenCompose(
            page -> {
              // The next question ends the one that waits.
              if (page == null) return look.now();
              boolean settles = look.hasWaited() && settle > 0 && !page.path("entries").isEmpty();
              return settles ? settled(look, settle) : CompletableFuture.completedStage(page);
            })
        .thenApply(page -> shown(call, page))
        .whenComplete((_, _) -> body.listensNoMore());
  }

  /** Waits a moment for more, so that a burst of messages costs one answer. */
  private CompletionStage<JsonNode> settled(InboxLook look, int millis) {
    var over = new CompletableFuture<Void>();
    var _ = timers.schedule(Duration.ofMillis(millis), () -> over.complete(null));
    return over.thenCompose(_ -> look.now());
  }

  private static ObjectNode shown(ToolCall call, JsonNode page) {
    var answer = answer(call.body().agent(), page);
    call.body().takeWake().ifPresent(line -> tell(answer, line));
    return answer;
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
    boolean more = page.path("more").asBoolean(false);
    if (entries.isEmpty() && passedOver == 0 && lost == 0 && !more) {
      return answer.put("messages", 0).put("next", "Nothing new. Call listen again.");
    }
    MessageRows.put(answer, agent, entries);
    if (passedOver > 0) answer.put("filtered_out", passedOver);
    if (lost > 0) answer.put("lost", lost);
    if (more) answer.put("more", true);
    answer.set("cursor", page.path("cursor"));
    return answer.put("next", "Act, then call listen with this cursor.");
  }
}
