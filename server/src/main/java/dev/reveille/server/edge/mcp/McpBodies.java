package dev.reveille.server.edge.mcp;

import dev.reveille.server.delivery.InProcessOutlet;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.session.Door;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The sessions of agents that speak MCP: one per token, however many clients show it. */
final class McpBodies {
  /** The name in the ids of these sessions. No node has it. */
  private static final String MCP = "mcp";

  /** The most bytes that may wait for a session to read them. */
  private static final long OUTLET_BYTES = 4 << 20;

  /** The longest time that a call waits until its agent is present. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /**
   * The parts of the server that sessions need.
   *
   * @param reading runs tasks that may block
   * @param stay how long an agent is present after its last call
   */
  record Parts(
      Door door,
      OutletRouter outlets,
      Clock clock,
      TimerQueue timers,
      Executor reading,
      Duration stay) {}

  private final Parts parts;
  private final McpBody.Follower follower;
  private final AtomicLong numbers = new AtomicLong();
  private final ConcurrentHashMap<String, McpBody> bodies = new ConcurrentHashMap<>();

  McpBodies(Parts parts, McpBody.Follower follower) {
    this.parts = parts;
    this.follower = follower;
  }

  TimerQueue timers() {
    return parts.timers();
  }

  /**
   * Returns the session of the caller's agent, and begins it if there is none.
   *
   * @param returns true if the agent may take its identity back from another connection
   */
  CompletionStage<McpBody> of(McpCaller caller, boolean returns) {
    if (caller.grant().agent() == null) {
      return CompletableFuture.failedStage(
          new ToolProblem(
              "This token is bound to no identity. Ask a person for one: reveille mcp install."));
    }
    var body =
        bodies.compute(
            caller.grant().tokenId(), (id, present) -> present(id, present, caller, returns));
    if (body == null) {
      return CompletableFuture.failedStage(
          new ToolProblem("Your session has ended. Call join again."));
    }
    return body.opened()
        .copy()
        .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    failure instanceof TimeoutException
                        ? new ToolProblem(
                            "Another connection of your identity is being replaced. Call again in"
                                + " some seconds.")
                        : failure));
  }

  /** Returns the session to use. One that was begun by a key is not begun here: null. */
  private @Nullable McpBody present(
      String id, @Nullable McpBody present, McpCaller caller, boolean returns) {
    if (present != null && !(returns && present.isDisplaced())) return present;
    return McpKeyDoor.isTicket(caller.bearer())
        ? null
        : begin(id, caller.visit(), McpJson.object().put("token", caller.bearer()));
  }

  /** Begins the session of an agent that will sign the challenge. */
  McpBody beginByKey(String id, Visit visit, ObjectNode proof) {
    return bodies.computeIfAbsent(id, _ -> begin(id, visit, proof));
  }

  private McpBody begin(String tokenId, Visit visit, ObjectNode proof) {
    var session = new SessionId(MCP, numbers.incrementAndGet());
    var body = new McpBody(parts.clock(), follower, tokenId);
    parts
        .outlets()
        .open(
            session,
            new InProcessOutlet(
                OUTLET_BYTES, parts.reading(), body::read, reason -> ended(session, body, reason)));
    var program = "mcp " + shown(visit.header("User-Agent"));
    var inbound =
        parts
            .door()
            .opened(new Door.Visitor(session, visit.address(), program, visit.confidential()));
    var _ =
        body.opened()
            .whenCompleteAsync(
                (_, failure) -> {
                  if (failure != null) ended(session, body, "The session could not begin.");
                },
                parts.reading());
    body.identify(inbound, proof);
    watch(session, body, parts.stay());
    return body;
  }

  private static String shown(@Nullable String program) {
    if (program == null) return "client";
    return program.substring(0, Math.min(program.length(), 60));
  }

  /** Looks again when the agent's time may be over. */
  private void watch(SessionId session, McpBody body, Duration in) {
    var _ =
        parts
            .timers()
            .schedule(
                in,
                () -> {
                  long left = parts.stay().toNanos() - body.idleNanos();
                  if (left > 0) watch(session, body, Duration.ofNanos(left));
                  else ended(session, body, "You were away for a while. Call join.");
                });
  }

  private void ended(SessionId session, McpBody body, String reason) {
    parts.outlets().forget(session);
    body.over(reason);
    // A displaced body stays, so that only a join takes the identity back.
    if (!body.isDisplaced()) bodies.remove(body.tokenId(), body);
  }

  /** True if the session is in use, or was displaced and no join asked for it since. */
  boolean isKnown(McpBody body) {
    return bodies.get(body.tokenId()) == body;
  }

  /** Returns how many agents are present by MCP. */
  int size() {
    return (int) bodies.values().stream().filter(body -> !body.isDisplaced()).count();
  }
}
