package dev.reveille.server.edge.mcp;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.Json;
import dev.reveille.protocol.Scope;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.identity.TokenGrant;
import dev.reveille.server.kernel.Randomness;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lets a program with a key in: it posts IDENTIFY, signs the CHALLENGE of the session that this
 * begins, posts VERIFY_IDENTITY, and gets a ticket. The ticket is good for the requests of that
 * session and ends with it. The session itself checks the key, so all rules for keys hold.
 */
final class McpKeyDoor {
  private static final String TICKET = "rvm_";
  private static final String SCHEME = "Bearer ";
  private static final int SECRET_BYTES = 32;
  private static final int MOST_ATTEMPTS = 64;

  /** Longer than a take-over. The challenge itself ends earlier. */
  private static final long PATIENCE_SECONDS = 40;

  private final McpBodies bodies;
  private final Randomness randomness;
  private final ConcurrentHashMap<String, McpBody> attempts = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, McpBody> tickets = new ConcurrentHashMap<>();

  McpKeyDoor(McpBodies bodies, Randomness randomness) {
    this.bodies = bodies;
    this.randomness = randomness;
  }

  static boolean isTicket(String bearer) {
    return bearer.startsWith(TICKET);
  }

  /** Returns the ticket that a request shows; empty if it shows something else. */
  static Optional<String> shown(Visit visit) {
    var header = visit.header("Authorization");
    return header != null && header.startsWith(SCHEME + TICKET)
        ? Optional.of(header.substring(SCHEME.length()))
        : Optional.empty();
  }

  /** Returns the caller that a ticket names; empty if its session has ended. */
  Optional<McpCaller> caller(String ticket, Visit visit) {
    var body = tickets.get(ticket);
    if (body == null || !visit.confidential()) return Optional.empty();
    if (!bodies.isKnown(body)) {
      tickets.remove(ticket);
      return Optional.empty();
    }
    var grant =
        new TokenGrant(
            body.tokenId(), body.agent(), Set.of(Scope.OBSERVE, Scope.SEND, Scope.TASK), null);
    return Optional.of(new McpCaller(grant, ticket, visit));
  }

  /** Takes one step of the handshake. */
  Reply step(Ask ask) {
    if (!ask.visit().confidential()) {
      return new HttpProblem(403, "A key is shown by TLS or from the same machine only").page();
    }
    var json = Json.read(ask.body()).orElse(null);
    if (!(json instanceof ObjectNode said)) return new HttpProblem(400, "Not a JSON object").page();
    var attempt = said.path("attempt").asString("");
    said.remove("attempt");
    if (!(ClientMessages.read(said.toString()) instanceof ClientMessages.Read.Valid(var message))) {
      return new HttpProblem(400, "Post IDENTIFY with a key, then VERIFY_IDENTITY").page();
    }
    try {
      return switch (message) {
        case ClientMessage.Identify asked when asked.pubkey() != null && !asked.side() ->
            begin(ask.visit(), said);
        case ClientMessage.VerifyIdentity answer -> prove(attempt, answer);
        default -> new HttpProblem(400, "Post IDENTIFY with a key, then VERIFY_IDENTITY").page();
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new HttpProblem(503, "The server is stopping").page();
    }
  }

  private Reply begin(Visit visit, ObjectNode identify) throws InterruptedException {
    if (attempts.size() >= MOST_ATTEMPTS) {
      return new HttpProblem(503, "Too many are at the door; try again in some seconds").page();
    }
    var id = "key." + secret();
    identify.remove("type");
    identify.remove("token");
    var body = bodies.beginByKey(id, visit, identify);
    attempts.put(id, body);
    var _ = body.opened().whenComplete((_, _) -> attempts.remove(id));
    var challenge = wait(body.challenged());
    if (challenge == null) return refused(body);
    return Page.json(200, ((ObjectNode) challenge.deepCopy()).put("attempt", id).toString());
  }

  private Reply prove(String attempt, ClientMessage.VerifyIdentity answer)
      throws InterruptedException {
    var body = attempts.get(attempt);
    if (body == null) return new HttpProblem(404, "No such attempt; begin again").page();
    body.prove(answer);
    if (wait(body.opened()) == null) return refused(body);
    var ticket = TICKET + secret();
    tickets.values().removeIf(each -> !bodies.isKnown(each));
    tickets.put(ticket, body);
    return Page.json(
        200, McpJson.object().put("ticket", ticket).put("agent", body.agent()).toString());
  }

  private static Reply refused(McpBody body) {
    return new HttpProblem(401, body.opened().isCompletedExceptionally() ? why(body) : "No answer")
        .page();
  }

  private static String why(McpBody body) {
    return body.opened().exceptionNow() instanceof ToolProblem problem
        ? problem.text()
        : "The key was refused";
  }

  /** Waits on the thread of the request, which is a virtual one; null if it failed. */
  private static <T> @Nullable T wait(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return null;
    }
  }

  private String secret() {
    var bytes = new byte[SECRET_BYTES];
    randomness.fill(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
