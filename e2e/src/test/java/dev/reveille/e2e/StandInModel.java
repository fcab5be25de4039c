package dev.reveille.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model API on this machine that plays a script: it answers each prompt with the next tool call,
 * and with a text when the script is over. It speaks as much of the APIs of Anthropic (messages),
 * OpenAI (responses) and Google (generateContent) as coding agents need.
 */
final class StandInModel implements AutoCloseable {
  /**
   * One call of the script.
   *
   * @param tool the name of a tool of Reveille; each client puts something of its own before it
   */
  record Call(String tool, ObjectNode arguments) {
    static Call of(String tool, Object... arguments) {
      var json = JsonNodeFactory.instance.objectNode();
      for (int i = 0; i < arguments.length; i += 2) {
        var name = (String) arguments[i];
        if (arguments[i + 1] instanceof Integer number) json.put(name, number);
        else if (arguments[i + 1] instanceof List<?> list) {
          var array = json.putArray(name);
          list.forEach(each -> array.add(String.valueOf(each)));
        } else {
          json.put(name, String.valueOf(arguments[i + 1]));
        }
      }
      return new Call(tool, json);
    }
  }

  private static final String DONE = "The script is over.";

  private final HttpServer server;
  private final List<Call> script;
  private final List<String> results = new CopyOnWriteArrayList<>();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  StandInModel(List<Call> script) throws IOException {
    this.script = List.copyOf(script);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The answers of the tools, in order. */
  List<String> results() {
    return List.copyOf(results);
  }

  /** The requests, for the text of a failed test. */
  String seen() {
    return String.join("\n", seen);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var path = exchange.getRequestURI().getPath();
      var request = Json.read(body).orElseGet(JsonNodeFactory.instance::objectNode);
      seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + brief(body));
      if (path.endsWith("/messages")) send(exchange, anthropic(request));
      else if (path.endsWith("/responses")) send(exchange, openai(request));
      else if (path.endsWith(":streamGenerateContent")) send(exchange, google(request));
      else if (path.endsWith(":generateContent")) json(exchange, googleText("{}").toString());
      else if (path.endsWith("/count_tokens")) json(exchange, "{\"input_tokens\":10}");
      else if (path.endsWith(":countTokens")) json(exchange, "{\"totalTokens\":10}");
      else json(exchange, "{\"data\":[],\"models\":[]}");
    }
  }

  private static String brief(String body) {
    return body.substring(0, Math.min(body.length(), 300));
  }

  private static void json(HttpExchange exchange, String json) throws IOException {
    write(exchange, "application/json", json);
  }

  private static void send(HttpExchange exchange, String events) throws IOException {
    write(exchange, "text/event-stream", events);
  }

  private static void write(HttpExchange exchange, String type, String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** The next call, if the tools of the request have it; the results so far are noted. */
  private synchronized Optional<Call> next(List<String> answered, boolean hasTools) {
    if (!hasTools) return Optional.empty();
    if (answered.size() > results.size()) {
      results.clear();
      results.addAll(answered);
    }
    return answered.size() < script.size()
        ? Optional.of(script.get(answered.size()))
        : Optional.empty();
  }

  /** The name that the client gives to a tool of Reveille. */
  private static String named(List<String> names, String tool) {
    return names.stream()
        .filter(name -> name.contains("reveille") && name.endsWith("_" + tool))
        .findFirst()
        .orElse(tool);
  }

  private String anthropic(JsonNode request) {
    var names = new ArrayList<String>();
    for (var tool : request.path("tools")) names.add(tool.path("name").asString(""));
    var answered = new ArrayList<String>();
    for (var message : request.path("messages")) {
      for (var part : message.path("content")) {
        if (part.path("type").asString("").equals("tool_result")) {
          answered.add(part.path("content").toString());
        }
      }
    }
    boolean ours = names.stream().anyMatch(name -> name.contains("reveille"));
    var call = next(answered, ours);
    var out = new StringBuilder();
    var start = event("message_start");
    start
        .putObject("message")
        .put("id", "msg_" + answered.size())
        .put("type", "message")
        .put("role", "assistant")
        .put("model", request.path("model").asString("stand-in"))
        .putNull("stop_reason")
        .set("content", JsonNodeFactory.instance.arrayNode());
    ((ObjectNode) start.path("message"))
        .putObject("usage")
        .put("input_tokens", 10)
        .put("output_tokens", 5);
    sse(out, "message_start", start);
    var begin = event("content_block_start").put("index", 0);
    var delta = event("content_block_delta").put("index", 0);
    if (call.isPresent()) {
      begin
          .putObject("content_block")
          .put("type", "tool_use")
          .put("id", "toolu_" + answered.size())
          .put("name", named(names, call.get().tool()))
          .putObject("input");
      delta
          .putObject("delta")
          .put("type", "input_json_delta")
          .put("partial_json", call.get().arguments().toString());
    } else {
      begin.putObject("content_block").put("type", "text").put("text", "");
      delta.putObject("delta").put("type", "text_delta").put("text", DONE);
    }
    sse(out, "content_block_start", begin);
    sse(out, "content_block_delta", delta);
    sse(out, "content_block_stop", event("content_block_stop").put("index", 0));
    var end = event("message_delta");
    end.putObject("delta")
        .put("stop_reason", call.isPresent() ? "tool_use" : "end_turn")
        .putNull("stop_sequence");
    end.putObject("usage").put("output_tokens", 5);
    sse(out, "message_delta", end);
    sse(out, "message_stop", event("message_stop"));
    return out.toString();
  }

  private String openai(JsonNode request) {
    var names = new ArrayList<String>();
    String namespace = null;
    for (var tool : request.path("tools")) {
      names.add(tool.path("name").asString(""));
      if (tool.path("name").asString("").contains("reveille") && tool.has("tools")) {
        namespace = tool.path("name").asString("");
      }
    }
    var answered = new ArrayList<String>();
    for (var item : request.path("input")) {
      if (item.path("type").asString("").equals("function_call_output")) {
        answered.add(item.path("output").toString());
      }
    }
    boolean ours = names.stream().anyMatch(name -> name.contains("reveille"));
    var call = next(answered, ours);
    var out = new StringBuilder();
    var created = event("response.created");
    created.putObject("response").put("id", "resp_" + answered.size());
    sse(out, "response.created", created);
    var done = event("response.output_item.done").put("output_index", 0);
    var item = done.putObject("item");
    if (call.isPresent()) {
      item.put("type", "function_call")
          .put("id", "fc_" + answered.size())
          .put("call_id", "call_" + answered.size())
          .put("name", namespace == null ? named(names, call.get().tool()) : call.get().tool())
          .put("arguments", call.get().arguments().toString());
      if (namespace != null) item.put("namespace", namespace);
    } else {
      item.put("type", "message").put("role", "assistant").put("id", "m1");
      item.putArray("content").addObject().put("type", "output_text").put("text", DONE);
    }
    sse(out, "response.output_item.done", done);
    var completed = event("response.completed");
    completed
        .putObject("response")
        .put("id", "resp_" + answered.size())
        .putObject("usage")
        .put("input_tokens", 10)
        .put("output_tokens", 5)
        .put("total_tokens", 15);
    sse(out, "response.completed", completed);
    return out.toString();
  }

  private String google(JsonNode request) {
    var names = new ArrayList<String>();
    for (var tool : request.path("tools")) {
      for (var declared : tool.path("functionDeclarations")) {
        names.add(declared.path("name").asString(""));
      }
    }
    var answered = new ArrayList<String>();
    for (var content : request.path("contents")) {
      for (var part : content.path("parts")) {
        if (part.has("functionResponse")) answered.add(part.path("functionResponse").toString());
      }
    }
    boolean ours = names.stream().anyMatch(name -> name.contains("listen"));
    var call = next(answered, ours);
    if (call.isEmpty()) return "data: " + googleText(DONE) + "\n\n";
    var part = JsonNodeFactory.instance.objectNode();
    part.putObject("functionCall")
        .put("name", named(names, call.get().tool()))
        .set("args", call.get().arguments());
    return "data: " + googleAnswer(part) + "\n\n";
  }

  private static ObjectNode googleText(String text) {
    return googleAnswer(JsonNodeFactory.instance.objectNode().put("text", text));
  }

  private static ObjectNode googleAnswer(ObjectNode part) {
    var answer = JsonNodeFactory.instance.objectNode();
    var candidate = answer.putArray("candidates").addObject();
    candidate.putObject("content").put("role", "model").putArray("parts").add(part);
    candidate.put("finishReason", "STOP").put("index", 0);
    answer
        .putObject("usageMetadata")
        .put("promptTokenCount", 10)
        .put("candidatesTokenCount", 5)
        .put("totalTokenCount", 15);
    return answer;
  }

  private static ObjectNode event(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  private static void sse(StringBuilder out, String name, ObjectNode data) {
    out.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
