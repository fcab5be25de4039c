package dev.reveille.e2e;

import dev.reveille.protocol.AuthText;
import dev.reveille.protocol.Identity;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.JsonText;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One connection that speaks the wire by hand and hides nothing of what it hears. */
final class WireAgent implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** As {@code since}: nothing old. */
  static final long NOTHING_OLD = (1L << 53) - 1;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Received received;
  private final WebSocket socket;
  private final String id;

  private WireAgent(
      URI uri, String name, @Nullable Identity identity, @Nullable Consumer<JsonNode> on) {
    received = new Received();
    socket =
        HTTP.newWebSocketBuilder()
            .connectTimeout(PATIENCE)
            .buildAsync(uri, received)
            .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
            .join();
    var identify = new JsonText().field("type", "IDENTIFY").field("name", name);
    if (identity != null) identify.field("pubkey", identity.publicKey().pem());
    send(identify);
    if (identity != null) prove(identity, await("CHALLENGE"));
    // What a mailbox holds comes right after the welcome: whoever listens must not miss it.
    var welcome = await("WELCOME");
    id = welcome.path("agent_id").asString();
    if (on != null) received.handTo(on);
  }

  static WireAgent guest(URI uri, String name) {
    return new WireAgent(uri, name, null, null);
  }

  static WireAgent keyed(URI uri, String name, Identity identity) {
    return new WireAgent(uri, name, identity, null);
  }

  /**
   * Everything after WELCOME goes to the listener, one at a time and in order, and {@code await} is
   * of no use.
   */
  static WireAgent keyed(URI uri, String name, Identity identity, Consumer<JsonNode> listener) {
    return new WireAgent(uri, name, identity, listener);
  }

  private void prove(Identity identity, JsonNode challenge) {
    var challengeId = challenge.path("challenge_id").asString();
    long now = System.currentTimeMillis();
    var text =
        AuthText.challenge(challenge.path("nonce").asString(), challengeId, Long.toString(now));
    send(
        new JsonText()
            .field("type", "VERIFY_IDENTITY")
            .field("challenge_id", challengeId)
            .field("signature", identity.sign(text))
            .field("timestamp", now));
  }

  /** With {@code @}. */
  String id() {
    return id;
  }

  /** Returns when the frame is with the operating system; throws if the connection is over. */
  synchronized void send(JsonText message) {
    socket.sendText(message.text(), true).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  static JsonText msg(String to, String content, String clientMsgId) {
    return new JsonText()
        .field("type", "MSG")
        .field("to", to)
        .field("content", content)
        .field("client_msg_id", clientMsgId);
  }

  /** Sends and waits for what comes of it: the echo, or the ERROR. */
  JsonNode say(String to, String content, String clientMsgId) {
    send(msg(to, content, clientMsgId));
    return await(
        m ->
            m.path("client_msg_id").asString("").equals(clientMsgId)
                || m.path("type").asString().equals("ERROR"));
  }

  JsonNode join(String channel, long since) {
    send(new JsonText().field("type", "JOIN").field("channel", channel).field("since", since));
    return await(
        m ->
            m.path("type").asString().equals("ERROR")
                || (m.path("type").asString().equals("JOINED")
                    && m.path("channel").asString().equals(channel)));
  }

  /** All that the channel's history holds after a seq, page by page. */
  List<JsonNode> history(String channel, long after) {
    var all = new ArrayList<JsonNode>();
    long from = after;
    while (true) {
      send(
          new JsonText()
              .field("type", "HISTORY")
              .field("channel", channel)
              .field("after", from)
              .field("limit", 1000));
      var page = await(m -> List.of("HISTORY_PAGE", "ERROR").contains(m.path("type").asString()));
      if (page.path("type").asString().equals("ERROR")) throw new AssertionError(page.toString());
      page.path("messages").forEach(all::add);
      if (!page.path("more").asBoolean()) return all;
      from = page.path("last_seq").asLong();
    }
  }

  JsonNode await(String type) {
    return await(m -> m.path("type").asString().equals(type));
  }

  /** The next that fits; what came before it is passed over. */
  JsonNode await(Predicate<JsonNode> wanted) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (true) {
        var next = received.heard.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) throw new AssertionError("the awaited message did not come");
        if (next.path("type").asString().equals(Received.OVER)) {
          throw new AssertionError("the connection ended: " + next);
        }
        if (wanted.test(next)) return next;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** All that came until now and was not taken: a PING is answered after everything before it. */
  List<JsonNode> soFar() {
    var all = new ArrayList<JsonNode>();
    send(new JsonText().field("type", "PING"));
    while (true) {
      var next = await(_ -> true);
      if (next.path("type").asString().equals("PONG")) return all;
      all.add(next);
    }
  }

  /** The close code, 1006 if the connection just ended. */
  CompletableFuture<Integer> closed() {
    return received.closed;
  }

  @Override
  public void close() {
    if (!received.closed.isDone()) {
      var _ = socket.sendClose(WebSocket.NORMAL_CLOSURE, "").exceptionally(_ -> socket);
      var _ = received.closed.completeOnTimeout(1006, 5, TimeUnit.SECONDS).join();
    }
    socket.abort();
  }

  private static final class Received implements WebSocket.Listener {
    static final String OVER = "OVER";

    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder parts = new StringBuilder();
    private @Nullable Consumer<JsonNode> listener;

    synchronized void handTo(Consumer<JsonNode> newListener) {
      heard.forEach(newListener);
      heard.clear();
      listener = newListener;
    }

    private synchronized void hear(JsonNode message) {
      if (listener == null) heard.add(message);
      else listener.accept(message);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      parts.append(data);
      if (last) {
        hear(Json.read(parts.toString()).orElseThrow());
        parts.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      over(code);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      over(1006);
    }

    private void over(int code) {
      var text = new JsonText().field("type", OVER).field("code", code).text();
      if (closed.complete(code)) hear(Json.read(text).orElseThrow());
    }
  }
}
