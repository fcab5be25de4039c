package dev.reveille.server.edge.mcp;

import dev.reveille.protocol.Json;
import dev.reveille.server.kernel.Clock;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The events of MCP, which the SDK does not know: {@code events/list} and {@code events/poll}. An
 * event says that something waits in the inbox, and from whom. It has no text and confirms nothing:
 * the model reads and confirms with listen. The server keeps no subscription. The cursor says which
 * entries a client has seen: the last seq of each stream.
 */
final class McpEvents {
  private static final String NAME = "inbox.entry";
  private static final int NO_METHOD = -32601;
  private static final int INVALID = -32602;
  private static final int FAILED = -32603;
  private static final int NOT_FOUND = -32011;
  private static final int UNSUPPORTED = -32014;
  private static final int MOST_EVENTS = 100;
  private static final int MOST_WAIT_MILLIS = 50_000;
  private static final int USUAL_WAIT_MILLIS = 30_000;
  private static final int MOST_CURSOR = 8_192;

  /** The pause before the next poll if the client has seen all that is not confirmed. */
  private static final int PAUSE_MILLIS = 10_000;

  private final McpBodies bodies;
  private final Clock clock;
  private final ObjectNode catalog = McpJson.read(McpTexts.of("events.json"), ObjectNode.class);

  McpEvents(McpBodies bodies, Clock clock) {
    this.bodies = bodies;
    this.clock = clock;
  }

  static boolean handles(String method) {
    return method.startsWith("events/");
  }

  /** A request that cannot be answered: an error of JSON-RPC. */
  static final class EventRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String kind;
    private final String value;

    EventRefusal(int code, String message, String kind, String value) {
      super(message);
      this.code = code;
      this.kind = kind;
      this.value = value;
    }
  }

  /** Returns the response. It waits, so it is called by the thread of the request. */
  ObjectNode answer(JSONRPCRequest request, McpCaller caller) throws InterruptedException {
    var response = McpJson.object().put("jsonrpc", "2.0");
    response.set("id", McpJson.tree(request.id()));
    try {
      response.set("result", result(request, caller));
    } catch (EventRefusal e) {
      var error = response.putObject("error").put("code", e.code).put("message", e.getMessage());
      error.putObject("data").put(e.kind, e.value);
    } catch (ToolProblem e) {
      response.putObject("error").put("code", FAILED).put("message", e.text());
    }
    return response;
  }

  private JsonNode result(JSONRPCRequest request, McpCaller caller)
      throws EventRefusal, ToolProblem, InterruptedException {
    return switch (request.method()) {
      case "events/list" -> catalog;
      case "events/poll" -> poll(McpJson.tree(request.params()), caller);
      case "events/subscribe", "events/unsubscribe" -> throw noMode("webhook");
      case "events/stream" -> throw noMode("push");
      default -> throw new EventRefusal(NO_METHOD, "Method not found", "method", request.method());
    };
  }

  private static EventRefusal noMode(String mode) {
    return new EventRefusal(
        UNSUPPORTED, "Only poll is supported, not " + mode, "deliveryMode", mode);
  }

  private ObjectNode poll(JsonNode params, McpCaller caller)
      throws EventRefusal, ToolProblem, InterruptedException {
    var name = params.path("name").asString("");
    if (!name.equals(NAME)) throw new EventRefusal(NOT_FOUND, "No event " + name, "kind", "event");
    var seen = cursor(params.path("cursor"));
    boolean begins = seen == null;
    long wait = number(params, "timeoutMs", USUAL_WAIT_MILLIS, MOST_WAIT_MILLIS);
    int most = (int) number(params, "maxEvents", MOST_EVENTS, MOST_EVENTS);
    long oldest = params.path("maxAgeMs").asLong(Long.MAX_VALUE);
    var body = wait(bodies.of(caller, false));
    body.begin();
    try {
      var call = new ToolCall(body, arguments(params.path("arguments")));
      var look = wait(InboxLook.of(call, MOST_EVENTS));
      if (!begins && wait > 0) look.waiting(wait);
      var page = wait(look.page());
      return new EventPage(seen == null ? noFields() : seen, most, clock.wallMillis() - oldest)
          .answer(page, begins);
    } finally {
      body.end();
    }
  }

  private ToolArguments arguments(JsonNode given) throws EventRefusal {
    var schema = catalog.path("events").path(0).path("inputSchema");
    try {
      return new ToolArguments(NAME, schema, given.isObject() ? given : noFields());
    } catch (ToolProblem e) {
      throw new EventRefusal(INVALID, e.text(), "arguments", "invalid");
    }
  }

  private static ObjectNode noFields() {
    return McpJson.object();
  }

  private static long number(JsonNode params, String field, int usual, int most) {
    return Math.clamp(params.path(field).asLong(usual), 0, most);
  }

  /** Waits on the thread of the request, which is a virtual one. */
  private static <T> T wait(CompletionStage<T> stage) throws ToolProblem, InterruptedException {
    try {
      return stage.toCompletableFuture().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ToolProblem problem) throw problem;
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Returns what the client has seen; null if it begins. */
  private static @Nullable ObjectNode cursor(JsonNode given) throws EventRefusal {
    if (given.isMissingNode() || given.isNull()) return null;
    var text = given.asString("");
    try {
      var json =
          text.length() > MOST_CURSOR
              ? ""
              : new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      if (Json.read(json).orElse(null) instanceof ObjectNode seen) return seen;
    } catch (IllegalArgumentException e) {
      // Not of this server.
    }
    throw new EventRefusal(INVALID, "That cursor is not from events/poll", "cursor", "unknown");
  }

  /** One answer while it is made. Used by one thread. */
  private static final class EventPage {
    private final ObjectNode seen;
    private final ObjectNode next = McpJson.object();
    private final int most;
    private final long oldest;

    EventPage(ObjectNode seen, int most, long oldest) {
      this.seen = seen;
      this.most = most;
      this.oldest = oldest;
    }

    ObjectNode answer(JsonNode pending, boolean begins) {
      var answer = McpJson.object();
      var events = answer.putArray("events");
      boolean more = false;
      boolean truncated = false;
      // Confirmed entries are no longer listed, so the cursor drops them.
      for (var entry : pending.path("entries")) {
        var stream = entry.path("to").asString("");
        long seq = entry.path("seq").asLong(0);
        boolean known = begins || seq <= seen.path(stream).asLong(0);
        boolean old = !known && entry.path("ts").asLong(0) < oldest;
        more |= !known && !old && events.size() == most;
        if (more) continue;
        truncated |= old;
        if (!known && !old) events.add(event(entry, stream + "/" + seq));
        if (seq > next.path(stream).asLong(0)) next.put(stream, seq);
      }
      // Also behind what a filter passes over and lost entries, which end a wait at once.
      boolean waitsAlready =
          events.isEmpty()
              && (!pending.path("entries").isEmpty()
                  || pending.path("more").asBoolean(false)
                  || pending.path("lost").asLong(0) > 0);
      var cursor = next.isEmpty() ? seen : next;
      answer.put(
          "cursor",
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(cursor.toString().getBytes(StandardCharsets.UTF_8)));
      answer.put("hasMore", more).put("truncated", truncated);
      return answer.put("nextPollMs", waitsAlready && !begins ? PAUSE_MILLIS : 0);
    }

    private static ObjectNode event(JsonNode entry, String id) {
      var event = McpJson.object().put("eventId", id).put("name", NAME);
      event.put("timestamp", Instant.ofEpochMilli(entry.path("ts").asLong(0)).toString());
      var data = event.putObject("data");
      data.set("from", entry.path("from_name"));
      data.set("id", entry.path("from"));
      data.set("to", entry.path("to"));
      data.set("why", entry.path("because"));
      return event;
    }
  }
}
