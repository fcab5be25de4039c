package dev.reveille.server.edge.mcp;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.WakeMessages;
import dev.reveille.server.delivery.Frame;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.limits.FrameWindow;
import dev.reveille.server.session.Inbound;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The session of an agent whose clients speak MCP. It is present between their calls and has no
 * connection.
 *
 * <p>Each request is followed by a PING. The answers of a session come in the order of its
 * requests, so everything before the PONG belongs to the request. Only the answer to a PENDING that
 * waits comes later; several of those are answered in their order.
 */
final class McpBody {
  /** The most requests that may await their answers at once. */
  private static final int MOST_OPEN = 64;

  private static final String PENDING = "PENDING";
  static final String TASK_EVENT = "TASK_EVENT";
  private static final String WAKE = "WAKE";

  /** Takes note of what the server pushes to the agent. */
  interface Follower {
    /** True if anybody wants to know. Otherwise nothing is read. */
    boolean isInterested(McpBody body);

    void pushed(McpBody body, JsonNode message);
  }

  private final Clock clock;
  private final Follower follower;
  private final String tokenId;
  private final FrameWindow window = new FrameWindow();
  private final CompletableFuture<JsonNode> challenged = new CompletableFuture<>();
  private final CompletableFuture<McpBody> opened = new CompletableFuture<>();

  /* Guarded by this monitor. */
  private final ArrayDeque<WireExchange> exchanges = new ArrayDeque<>();
  private final ArrayDeque<WireExchange> waiting = new ArrayDeque<>();
  private final Set<String> channels = new TreeSet<>();
  private final McpWakes wakes = new McpWakes();
  private @Nullable Inbound inbound;
  private String agent = "";
  private String name = "";
  private String motd = "";
  private @Nullable String gone;
  private int calls;
  private long lastUseNanos;
  private long sleepsUntilNanos;

  McpBody(Clock clock, Follower follower, String tokenId) {
    this.clock = clock;
    this.follower = follower;
    this.tokenId = tokenId;
    lastUseNanos = clock.nanos();
    sleepsUntilNanos = lastUseNanos;
  }

  /**
   * Begins the session. Called once, before any request.
   *
   * @param proof the fields of IDENTIFY that say who the agent is: a token, or a key
   */
  synchronized void identify(Inbound session, ObjectNode proof) {
    inbound = session;
    var identify =
        McpJson.object()
            .put("type", "IDENTIFY")
            .setAll(proof)
            .put("confirm", true)
            .put("tasks", true)
            .put("durable_callbacks", true);
    switch (ClientMessages.read(identify.toString())) {
      case ClientMessages.Read.Valid(var message) -> session.message(message, 0);
      case ClientMessages.Read.Invalid(var reason, _) ->
          opened.completeExceptionally(new ToolProblem(reason));
    }
  }

  /** Completes with the CHALLENGE for an agent that showed a key. */
  CompletableFuture<JsonNode> challenged() {
    return challenged;
  }

  /** Answers the challenge. */
  void prove(ClientMessage.VerifyIdentity answer) {
    synchronized (this) {
      if (inbound != null) inbound.message(answer, 0);
    }
  }

  /** Completes when the agent is present, or fails with a {@link ToolProblem}. */
  CompletableFuture<McpBody> opened() {
    return opened;
  }

  String tokenId() {
    return tokenId;
  }

  /** Returns the agent's id with {@code @}. */
  synchronized String agent() {
    return agent;
  }

  synchronized String name() {
    return name;
  }

  synchronized String motd() {
    return motd;
  }

  /** Returns the channels that the agent is in. */
  synchronized Set<String> channels() {
    return new TreeSet<>(channels);
  }

  /**
   * Sends a request and returns its answers.
   *
   * @param wanted the types of its answers, besides ERROR
   * @return fails with a {@link ToolProblem} if the request is not valid or the session has ended
   */
  CompletionStage<WireAnswers> ask(ObjectNode request, String... wanted) {
    return switch (ClientMessages.read(request.toString())) {
      case ClientMessages.Read.Valid(var message) -> send(message, Set.of(wanted));
      case ClientMessages.Read.Invalid(var reason, _) ->
          CompletableFuture.failedStage(new ToolProblem(reason + "."));
    };
  }

  private synchronized CompletionStage<WireAnswers> send(
      ClientMessage message, Set<String> wanted) {
    if (gone != null || inbound == null) return CompletableFuture.failedStage(ended());
    boolean within =
        exchanges.size() < MOST_OPEN && window.admit(clock.nanos(), inbound.frameLimit());
    if (!within) {
      return CompletableFuture.failedStage(
          new ToolProblem("Too many calls in a short time. Wait some seconds, then call again."));
    }
    var exchange = new WireExchange(wanted);
    exchanges.add(exchange);
    inbound.message(message, 0);
    inbound.message(new ClientMessage.Ping(), 0);
    return exchange.answered();
  }

  /** Takes what the server sends to the session, in order. */
  void read(Frame frame) {
    var type = WireTypes.of(frame.json());
    var message = isOfUse(type) ? Json.read(text(frame)).orElse(null) : null;
    if (message != null) take(type, message);
    boolean news = type.equals("MSG") || type.equals(TASK_EVENT);
    if (message != null && news && follower.isInterested(this)) follower.pushed(this, message);
  }

  private static String text(Frame frame) {
    return new String(frame.json(), StandardCharsets.UTF_8);
  }

  /** True if the message has to be read. Most that a channel sends need not be. */
  private synchronized boolean isOfUse(String type) {
    return switch (type) {
      case "PONG",
          "WELCOME",
          "JOINED",
          "LEFT",
          "NICK_CHANGED",
          "SESSION_DISPLACED",
          PENDING,
          WAKE ->
          true;
      case "KICKED", "BANNED" -> true;
      case "MSG", TASK_EVENT ->
          follower.isInterested(this) || (exchanges.peek() != null && exchanges.peek().wants(type));
      default -> !opened.isDone() || (exchanges.peek() != null && exchanges.peek().wants(type));
    };
  }

  private synchronized void take(String type, JsonNode message) {
    switch (type) {
      case "CHALLENGE" -> challenged.complete(message);
      case "WELCOME" -> welcome(message);
      case "PONG" -> pong();
      case "JOINED" -> channels.add(message.path("channel").asString(""));
      case "SUBSCRIPTIONS" ->
          message.path("channels").forEach(each -> channels.add(each.path("channel").asString("")));
      case "LEFT" -> channels.remove(message.path("channel").asString(""));
      case "NICK_CHANGED" -> {
        if (message.path("agent_id").asString("").equals(agent)) {
          name = message.path("new_nick").asString(name);
        }
      }
      case "SESSION_DISPLACED" ->
          gone = "Another connection uses your identity now. Call join to take it back.";
      case "KICKED", "BANNED" -> gone = "You were removed: " + message.path("reason").asString("");
      case PENDING -> pending(message);
      case WAKE ->
          wakes.came(message.path("nonce").asString(""), message.path("line").asString(""));
      case "ERROR" -> {
        if (!opened.isDone()) refused(message);
      }
      default -> {}
    }
    var head = exchanges.peek();
    if (head != null && head.wants(type) && !type.equals(PENDING)) head.add(message);
  }

  private void welcome(JsonNode message) {
    agent = message.path("agent_id").asString("");
    name = message.path("name").asString("");
    motd = message.path("motd").asString("");
    // An agent is in the usual channels without a JOINED, so it asks where it is.
    if (inbound == null) return;
    inbound.message(new WakeMessages.TakeWakes(false), 0);
    inbound.message(new ClientMessage.Subscriptions(), 0);
    inbound.message(new ClientMessage.Ping(), 0);
  }

  private void refused(JsonNode error) {
    var problem =
        ToolProblem.refused(error.path("code").asString(""), error.path("message").asString(""));
    gone = problem.text();
    challenged.completeExceptionally(problem);
    opened.completeExceptionally(problem);
  }

  private void pong() {
    if (!opened.isDone()) {
      opened.complete(this);
      return;
    }
    var done = exchanges.poll();
    if (done == null) return;
    if (done.wants(PENDING) && !done.has(PENDING) && !done.has("ERROR")) waiting.add(done);
    else done.answered().complete(done.answers(false));
  }

  private void pending(JsonNode page) {
    var waited = waiting.poll();
    if (waited != null) {
      waited.add(page);
      waited.answered().complete(waited.answers(true));
      return;
    }
    for (var exchange : exchanges) {
      if (exchange.wants(PENDING) && !exchange.has(PENDING)) {
        exchange.add(page);
        return;
      }
    }
  }

  /**
   * Notes that the agent listens: it can be told of a wake now.
   *
   * @return completes when there is a wake, also one that came before
   */
  synchronized CompletableFuture<Void> listens() {
    if (wakes.begin() && inbound != null) inbound.message(new WakeMessages.TakeWakes(true), 0);
    return wakes.awaited();
  }

  /** Notes that the agent does not listen any more. */
  synchronized void listensNoMore() {
    if (wakes.end() && inbound != null) inbound.message(new WakeMessages.TakeWakes(false), 0);
  }

  /**
   * Takes the wake that waits, for an answer to the agent. That answer goes on with its turn, so
   * the server is told that the turn began.
   */
  synchronized Optional<String> takeWake() {
    var wake = wakes.take();
    wake.ifPresent(
        taken -> {
          if (inbound != null) inbound.message(new WakeMessages.Started(taken.nonce()), 0);
        });
    return wake.map(McpWakes.Waiting::line);
  }

  /** Notes that a call begins. The agent is present at least until it ends. */
  synchronized void begin() {
    calls++;
  }

  synchronized void end() {
    calls--;
    lastUseNanos = clock.nanos();
  }

  /** True while a call runs: the client will look by itself. */
  synchronized boolean isBusy() {
    return calls > 0;
  }

  /** Notes that the agent sleeps until this time, and is present meanwhile. */
  synchronized void sleepsUntil(long nanos) {
    sleepsUntilNanos = nanos;
  }

  /** True if the agent put itself to sleep and the time is not over. */
  synchronized boolean mayBeAsleep() {
    return clock.nanos() - sleepsUntilNanos < 0;
  }

  /** Returns how long the agent has been away from its calls; 0 while there is one. */
  synchronized long idleNanos() {
    if (calls > 0 || mayBeAsleep()) return 0;
    return clock.nanos() - Math.max(lastUseNanos, sleepsUntilNanos);
  }

  /** The session is over: nothing that was asked is answered any more. */
  synchronized void over(String reason) {
    if (gone == null) gone = reason;
    var problem = ended();
    opened.completeExceptionally(problem);
    challenged.completeExceptionally(problem);
    exchanges.forEach(each -> each.answered().completeExceptionally(problem));
    waiting.forEach(each -> each.answered().completeExceptionally(problem));
    exchanges.clear();
    waiting.clear();
    wakes.over();
    if (inbound != null) inbound.closed();
    inbound = null;
  }

  private ToolProblem ended() {
    return new ToolProblem(gone == null ? "Your session has ended. Call join." : gone);
  }

  /** True if another connection took over, so that only a join may begin anew. */
  synchronized boolean isDisplaced() {
    return gone != null && gone.startsWith("Another connection");
  }
}
