package dev.reveille.server.edge.mcp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A question for what is not confirmed, within the filters of a call. It confirms nothing.
 *
 * <p>An answer that passed over messages and found none is no answer for a model, to which each
 * answer is a turn: the question goes on behind it. Its methods are called one after the other.
 */
final class InboxLook {
  /** The most channels of one PENDING. */
  private static final int MOST_CHANNELS = 32;

  /** The most answers without an entry that are followed up. */
  private static final int MOST_PASSED = 20;

  private final ToolCall call;
  private final ObjectNode request;
  private long passedOver;
  private int passed;
  private int asked;
  private boolean waited;

  private InboxLook(ToolCall call, ObjectNode request) {
    this.call = call;
    this.request = request;
  }

  /** Returns the question, when it is known which channels it names. */
  static CompletionStage<InboxLook> of(ToolCall call, int limit) throws ToolProblem {
    var arguments = call.arguments();
    var request = ToolCall.request("PENDING").put("limit", limit);
    var channels = arguments.list("channels");
    if (arguments.flag("mentions_only")) channels = List.of();
    else if (!arguments.has("channels")) channels = List.copyOf(call.body().channels());
    arguments.copy(request, "senders", "keywords", "priority");
    var look = new InboxLook(call, request);
    if (channels.size() <= MOST_CHANNELS) {
      ToolArguments.array(request, "channels", channels);
      return CompletableFuture.completedStage(look);
    }
    var all = Set.copyOf(channels);
    return McpTool.then(
        call.ask(ToolCall.request("UNREAD"), "UNREAD"),
        answers -> {
          ToolArguments.array(request, "channels", unreadFirst(answers.of("UNREAD"), all));
          return look;
        });
  }

  /** Returns as many of the channels as one PENDING may name, those with unread messages first. */
  private static List<String> unreadFirst(JsonNode unread, Set<String> all) {
    var first = new ArrayList<String>();
    var rest = new HashSet<>(all);
    for (var channel : unread.path("channels")) {
      var name = channel.path("channel").asString("");
      if (channel.path("unread").asLong(0) > 0 && rest.remove(name)) first.add(name);
    }
    rest.stream().sorted().forEach(first::add);
    return first.subList(0, MOST_CHANNELS);
  }

  void waiting(long millis) {
    request.put("wait_ms", millis);
  }

  /** True if the last answer did not come at once. */
  boolean hasWaited() {
    return waited;
  }

  /** Returns the next answer that holds something, or the one of when the time is over. */
  CompletionStage<JsonNode> page() {
    int question = ++asked;
    return McpTool.thenAsk(
        call.ask(request, "PENDING"),
        answers -> {
          var page = answers.of("PENDING");
          waited |= answers.waits();
          boolean empty = page.path("entries").isEmpty() && page.path("lost").asLong(0) == 0;
          // A later question has ended this one and goes on by itself.
          if (question != asked) return CompletableFuture.completedStage(page);
          if (empty && page.path("more").asBoolean(false) && passed++ < MOST_PASSED) {
            passedOver += page.path("passed_over").asLong(0);
            request.set("after", page.path("cursor"));
            return page();
          }
          return CompletableFuture.completedStage(withAll(page));
        });
  }

  /** Returns what there is now. */
  CompletionStage<JsonNode> now() {
    request.remove("wait_ms");
    return page();
  }

  private JsonNode withAll(JsonNode page) {
    if (passedOver == 0 || !(page instanceof ObjectNode answer)) return page;
    long here = page.path("passed_over").asLong(0);
    return answer.deepCopy().put("passed_over", passedOver + here);
  }
}
