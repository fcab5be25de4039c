package dev.reveille.server.edge.mcp;

import dev.reveille.protocol.Scope;
import dev.reveille.server.delivery.OutletRouter;
import dev.reveille.server.edge.api.BearerTokens;
import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Route;
import dev.reveille.server.edge.http.Route.Method;
import dev.reveille.server.edge.http.Route.Runs;
import dev.reveille.server.edge.http.Visit;
import dev.reveille.server.identity.KeptKeys;
import dev.reveille.server.identity.TokenCheck;
import dev.reveille.server.identity.TokenReads;
import dev.reveille.server.kernel.Clock;
import dev.reveille.server.kernel.Ids;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.Randomness;
import dev.reveille.server.kernel.TimerQueue;
import dev.reveille.server.observe.Meter;
import dev.reveille.server.seat.BootPrompts;
import dev.reveille.server.session.Door;
import dev.reveille.server.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves MCP at {@code /mcp}. The SDK is loaded with the first request, or when it is prepared. */
public final class McpEdge implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(McpEdge.class);
  private static final String PATH = "/mcp";
  private static final String KEY_PATH = "/mcp/key";
  private static final String AUTHORIZATION = "Authorization";
  private static final long MOST_BODY = 4 << 20;
  private static final long MOST_KEY_BODY = 64 << 10;

  /**
   * The parts of the server that MCP uses.
   *
   * @param reading runs tasks that may block
   * @param stay how long an agent is present after its last call
   * @param conformance only for the public conformance suite: the file with the token of requests
   *     that bring none
   */
  public record Parts(
      Door door,
      OutletRouter outlets,
      Clock clock,
      Ids ids,
      TimerQueue timers,
      Presence presence,
      Store store,
      TokenCheck tokens,
      KeptKeys kept,
      Randomness randomness,
      BootPrompts boots,
      Executor reading,
      Duration stay,
      Optional<Path> conformance,
      String version) {}

  private final Parts parts;
  private final BearerTokens tokens;
  private @Nullable McpHouse house;
  private boolean closed;

  public McpEdge(Parts parts) {
    this.parts = parts;
    tokens = new BearerTokens(parts.tokens());
  }

  public List<Route> routes() {
    return List.of(
        route(Method.POST, (ask, caller) -> house().transport().post(ask, caller)),
        route(Method.GET, (ask, caller) -> house().transport().get(ask, caller)),
        route(Method.DELETE, (ask, caller) -> house().transport().delete(ask, caller)),
        Route.api(
            Method.POST, KEY_PATH, Runs.ON_THREAD, MOST_KEY_BODY, ask -> house().keys().step(ask)));
  }

  /** Answers a request of a caller whose token was granted. */
  @FunctionalInterface
  private interface Handler {
    Reply answer(Ask ask, McpCaller caller);
  }

  private Route route(Method method, Handler handler) {
    return Route.api(
        method,
        PATH,
        Runs.ON_THREAD,
        MOST_BODY,
        ask -> {
          var ticket = McpKeyDoor.shown(ask.visit());
          return ticket.isPresent() ? byKey(ask, ticket.get(), handler) : byToken(ask, handler);
        });
  }

  private Reply byToken(Ask ask, Handler handler) {
    return tokens.answer(
        named(ask),
        Scope.OBSERVE,
        (grant, bearer) -> handler.answer(ask, new McpCaller(grant, bearer, ask.visit())));
  }

  private Reply byKey(Ask ask, String ticket, Handler handler) {
    return house()
        .keys()
        .caller(ticket, ask.visit())
        .map(caller -> handler.answer(ask, caller))
        .orElseGet(() -> new HttpProblem(401, "The session of this ticket has ended").page());
  }

  /** Returns the request with the token of the conformance suite, which cannot bring one. */
  private Ask named(Ask ask) {
    if (parts.conformance().isEmpty() || ask.visit().header(AUTHORIZATION) != null) return ask;
    try {
      var headers = new HashMap<>(ask.visit().headers());
      var token = Files.readString(parts.conformance().get()).strip();
      headers.put(AUTHORIZATION.toLowerCase(Locale.ROOT), "Bearer " + token);
      var visit = ask.visit();
      return new Ask(
          new Visit(visit.address(), headers, visit.tunnel(), visit.confidential()),
          ask.parts(),
          ask.query(),
          ask.content());
    } catch (IOException e) {
      return ask;
    }
  }

  /**
   * Loads the SDK before the first request if an agent may come by a token: an identity is kept
   * here. Returns at once.
   */
  public void prepare() {
    parts.reading().execute(this::rehearse);
  }

  private void rehearse() {
    try {
      if (parts.store().reads(TokenReads.class).kept().isEmpty()) return;
      synchronized (this) {
        if (closed) return;
      }
      house().transport().rehearse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.warn("MCP could not be prepared; its first request will take longer", e);
    }
  }

  private synchronized McpHouse house() {
    if (house == null) house = new McpHouse(parts);
    return house;
  }

  /** Returns the number of agents that are present by MCP. */
  public Meter meter() {
    return Meter.gauge("reveille.mcp.agents", "Agents present by MCP", this::agents);
  }

  private synchronized int agents() {
    return house == null ? 0 : house.agents();
  }

  /** Ends all streams. The agents are disconnected with the server. */
  @Override
  public synchronized void close() {
    if (house != null && !closed) house.close();
    closed = true;
  }
}
