package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An agent on a real socket that speaks the protocol by hand. */
public final class TestAgent implements AutoCloseable, WebSocket.Listener {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final long PATIENCE = 20;

  /** The close frame of the server. */
  public record Closing(int code, String reason) {}

  private final LinkedBlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Closing> closed = new CompletableFuture<>();
  private final StringBuilder partial = new StringBuilder();
  private final WebSocket socket;
  private @Nullable String id;

  private TestAgent(URI uri, String... headers) {
    var builder = HTTP.newWebSocketBuilder();
    for (int i = 0; i < headers.length; i += 2) builder.header(headers[i], headers[i + 1]);
    socket = builder.buildAsync(uri, this).join();
  }

  /** A connection that has said nothing yet. */
  public static TestAgent connect(Server server, String... headers) {
    return new TestAgent(server.webSocketUri(), headers);
  }

  public static TestAgent connect(URI uri) {
    return new TestAgent(uri);
  }

  /** A connected agent without a key; its own arrival is not among what it will receive. */
  public static TestAgent join(Server server, String name) {
    var agent = connect(server);
    agent.ask("IDENTIFY", "name", name);
    agent.welcomed();
    return agent;
  }

  public static TestAgent join(Server server, String name, Identity identity) {
    var agent = connect(server);
    agent.identify(name, identity);
    agent.welcomed();
    return agent;
  }

  /** Up to the answer to the challenge. */
  public void identify(String name, Identity identity) {
    answer(challenged(name, identity), identity);
  }

  public JsonNode challenged(String name, Identity identity) {
    var message = new ClientMessage.Identify(name, identity.publicKey().pem(), identity.rotation());
    return send(ClientMessages.write(message)).await("CHALLENGE");
  }

  public void answer(JsonNode challenge, Identity identity) {
    var challengeId = challenge.path("challenge_id").asString("");
    var text =
        AuthText.challenge(challenge.path("nonce").asString(""), challengeId, "1700000000000");
    ask(
        "VERIFY_IDENTITY",
        "challenge_id",
        challengeId,
        "signature",
        identity.sign(text),
        "timestamp",
        1_700_000_000_000L);
  }

  /** Waits until the arrival is over; what it brought is dropped. Returns the WELCOME. */
  public JsonNode welcomed() {
    var welcome = await("WELCOME");
    id = welcome.path("agent_id").asString("");
    soFar();
    return welcome;
  }

  public String id() {
    assertThat(id).isNotNull();
    return String.valueOf(id);
  }

  public TestAgent send(String json) {
    socket.sendText(json, true).join();
    return this;
  }

  public TestAgent sendBinary(String json) {
    socket.sendBinary(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)), true).join();
    return this;
  }

  /** A message of this type; strings are quoted, everything else is JSON as it prints. */
  public TestAgent ask(String type, Object... fields) {
    return send(json(type, fields));
  }

  /** As {@link #ask}, but for a connection that the server may be closing at this moment. */
  public TestAgent askIfOpen(String type, Object... fields) {
    socket.sendText(json(type, fields), true).exceptionally(_ -> socket).join();
    return this;
  }

  /** A value of {@link #ask} that is JSON already. */
  record RawJson(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  private static String json(String type, Object... fields) {
    var json = new JsonText().field("type", type);
    for (int i = 0; i < fields.length; i += 2) {
      var name = (String) fields[i];
      if (fields[i + 1] instanceof String text) json.field(name, text);
      else json.raw(name, String.valueOf(fields[i + 1]));
    }
    return json.text();
  }

  public TestAgent say(String to, String content) {
    return ask("MSG", "to", to, "content", content);
  }

  /** The next message, whatever it is. */
  public JsonNode next() {
    var next = poll();
    if (next == null) throw new AssertionError("nothing came");
    return next;
  }

  /** The next message, which has to be of this type. */
  public JsonNode next(String type) {
    var next = next();
    assertThat(next.path("type").asString("")).as(next.toString()).isEqualTo(type);
    return next;
  }

  /** The next message of this type; those before it are dropped. */
  public JsonNode await(String type) {
    return await(m -> m.path("type").asString("").equals(type));
  }

  public JsonNode await(Predicate<JsonNode> wanted) {
    var seen = new ArrayList<JsonNode>();
    while (true) {
      var next = poll();
      if (next == null) throw new AssertionError("nothing as wanted came, only " + seen);
      if (wanted.test(next)) return next;
      seen.add(next);
    }
  }

  public JsonNode awaitContent(String content) {
    return await(m -> m.path("content").asString("").equals(content));
  }

  private @Nullable JsonNode poll() {
    try {
      return received.poll(PATIENCE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Everything that came before the answer to a PING sent now: nothing else was on its way. */
  public List<JsonNode> soFar() {
    ask("PING");
    var seen = new ArrayList<JsonNode>();
    while (true) {
      var next = poll();
      assertThat(next).as("PONG after " + seen).isNotNull();
      if (next == null || next.path("type").asString("").equals("PONG")) return seen;
      seen.add(next);
    }
  }

  public List<JsonNode> soFar(String type) {
    return soFar().stream().filter(m -> m.path("type").asString("").equals(type)).toList();
  }

  /** The messages of this type that came and were not read yet. Ask when the server has closed. */
  public List<JsonNode> received(String type) {
    var rest = new ArrayList<JsonNode>();
    received.drainTo(rest);
    return rest.stream().filter(m -> type(m).equals(type)).toList();
  }

  public String error() {
    return await("ERROR").path("code").asString("");
  }

  public Closing closing() {
    try {
      return closed.get(PATIENCE, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("the server did not close", e);
    }
  }

  public int closeCode() {
    return closing().code();
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket ws, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      received.add(Json.read(partial.toString()).orElseThrow());
      partial.setLength(0);
    }
    ws.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket ws, int code, String reason) {
    closed.complete(new Closing(code, reason));
    return null;
  }

  @Override
  public void onError(WebSocket ws, Throwable error) {
    closed.completeExceptionally(error);
  }

  /** Says goodbye and gives what came till the server had said goodbye too. */
  public List<JsonNode> finish() {
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    closing();
    var rest = new ArrayList<JsonNode>();
    received.drainTo(rest);
    return rest;
  }

  @Override
  public void close() {
    if (!closed.isDone()) {
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(_ -> socket).join();
    }
    socket.abort();
  }

  /** The names of a message's fields, in order. */
  static List<String> fields(JsonNode message) {
    return message.properties().stream().map(e -> e.getKey()).toList();
  }

  public static String type(JsonNode message) {
    return message.path("type").asString("");
  }

  public static String content(JsonNode message) {
    return message.path("content").asString("");
  }
}
