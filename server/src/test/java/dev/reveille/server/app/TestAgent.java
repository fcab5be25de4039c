package dev.reveille.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
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
final class TestAgent implements AutoCloseable, WebSocket.Listener {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final long PATIENCE = 10;

  private final LinkedBlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final StringBuilder partial = new StringBuilder();
  private final WebSocket socket;
  private @Nullable String id;

  private TestAgent(URI uri) {
    socket = HTTP.newWebSocketBuilder().buildAsync(uri, this).join();
  }

  /** A connection that has said nothing yet. */
  static TestAgent connect(Server server) {
    return new TestAgent(server.webSocketUri());
  }

  /** A connected agent without a key; its own arrival is not among what it will receive. */
  static TestAgent join(Server server, String name) {
    var agent = connect(server);
    agent.send("{\"type\":\"IDENTIFY\",\"name\":\"" + name + "\"}");
    agent.welcomed();
    return agent;
  }

  static TestAgent join(Server server, String name, Identity identity) {
    var agent = connect(server);
    agent.identify(name, identity);
    agent.welcomed();
    return agent;
  }

  /** Up to the answer to the challenge. */
  void identify(String name, Identity identity) {
    send(
        new JsonText()
            .field("type", "IDENTIFY")
            .field("name", name)
            .field("pubkey", identity.publicKey().pem())
            .text());
    var challenge = await("CHALLENGE");
    var challengeId = challenge.path("challenge_id").asString("");
    var text =
        AuthText.challenge(challenge.path("nonce").asString(""), challengeId, "1700000000000");
    send(
        new JsonText()
            .field("type", "VERIFY_IDENTITY")
            .field("challenge_id", challengeId)
            .field("signature", identity.sign(text))
            .field("timestamp", 1_700_000_000_000L)
            .text());
  }

  private void welcomed() {
    id = await("WELCOME").path("agent_id").asString("");
    await(m -> m.path("content").asString("").endsWith("came online") && isMine(m));
  }

  private boolean isMine(JsonNode m) {
    return m.path("from").asString("").equals("@server");
  }

  String id() {
    assertThat(id).isNotNull();
    return String.valueOf(id);
  }

  TestAgent send(String json) {
    socket.sendText(json, true).join();
    return this;
  }

  TestAgent say(String to, String content) {
    return send(
        new JsonText().field("type", "MSG").field("to", to).field("content", content).text());
  }

  /** The next message of this type; those before it are dropped. */
  JsonNode await(String type) {
    return await(m -> m.path("type").asString("").equals(type));
  }

  JsonNode await(Predicate<JsonNode> wanted) {
    var seen = new ArrayList<JsonNode>();
    while (true) {
      var next = next();
      if (next == null) throw new AssertionError("nothing as wanted came, only " + seen);
      if (wanted.test(next)) return next;
      seen.add(next);
    }
  }

  @Nullable JsonNode next() {
    try {
      return received.poll(PATIENCE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Everything that came before the answer to a PING sent now: nothing else was on its way. */
  List<JsonNode> soFar() {
    send("{\"type\":\"PING\"}");
    var seen = new ArrayList<JsonNode>();
    while (true) {
      var next = next();
      assertThat(next).as("PONG after " + seen).isNotNull();
      if (next == null || next.path("type").asString("").equals("PONG")) return seen;
      seen.add(next);
    }
  }

  String error() {
    return await("ERROR").path("code").asString("");
  }

  int closeCode() throws Exception {
    return closed.get(PATIENCE, TimeUnit.SECONDS);
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
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket ws, Throwable error) {
    closed.completeExceptionally(error);
  }

  @Override
  public void close() {
    if (!closed.isDone())
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(_ -> socket).join();
    socket.abort();
  }
}
