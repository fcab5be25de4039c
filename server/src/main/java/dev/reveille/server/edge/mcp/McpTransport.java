package dev.reveille.server.edge.mcp;

import dev.reveille.server.edge.http.Ask;
import dev.reveille.server.edge.http.HttpProblem;
import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.kernel.Clock;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import tools.jackson.databind.node.ObjectNode;

/**
 * Streamable HTTP of MCP over the server's own HTTP. Each request runs on a virtual thread, which
 * waits for the answer of the SDK; so a call that waits holds no other thread.
 */
final class McpTransport implements McpStreamableServerTransportProvider {
  private static final TypeRef<InitializeRequest> INITIALIZE = new TypeRef<>() {};

  private static final InitializeRequest REHEARSAL =
      InitializeRequest.builder(
              ProtocolVersions.MCP_2025_06_18,
              McpSchema.ClientCapabilities.builder().build(),
              McpSchema.Implementation.builder("rehearsal", "1").build())
          .build();

  private final McpClients clients;
  private final McpEvents events;
  private final Clock clock;
  private McpStreamableServerSession.@Nullable Factory sessions;

  McpTransport(McpClients clients, McpEvents events, Clock clock) {
    this.clients = clients;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public void setSessionFactory(McpStreamableServerSession.Factory sessionFactory) {
    sessions = sessionFactory;
  }

  /** Does nothing: a notification concerns one agent, and {@link ClientNotices} sends it. */
  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return Mono.empty();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(clients::clear);
  }

  /** Takes a message of a client. */
  Reply post(Ask ask, McpCaller caller) {
    var type = ask.visit().header(HttpHeaders.CONTENT_TYPE);
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      return new HttpProblem(415, "A message of MCP is sent as application/json").page();
    }
    if (!accepts(ask, "application/json") && !accepts(ask, "text/event-stream")) {
      return new HttpProblem(406, "Accept application/json and text/event-stream").page();
    }
    JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(McpJson.SDK, ask.body());
    } catch (IOException | IllegalArgumentException e) {
      return error(400, null, -32700, "The body is not one message of JSON-RPC 2.0");
    }
    if (message instanceof JSONRPCRequest request && request.method().equals("initialize")) {
      return initialize(request, caller);
    }
    var refusal = refusal(ask);
    if (refusal != null) return refusal;
    var client = client(ask, caller);
    if (client.isEmpty()) return unknown(message);
    return switch (message) {
      case JSONRPCRequest request -> answer(client.get(), request, caller);
      case JSONRPCNotification notification -> note(client.get(), notification, caller);
      case JSONRPCResponse response -> {
        var _ = client.get().session().accept(response).onErrorComplete().block();
        yield Page.text(202, "");
      }
      default -> error(400, null, -32600, "Invalid Request");
    };
  }

  private static boolean accepts(Ask ask, String type) {
    var accept = ask.visit().header(HttpHeaders.ACCEPT);
    return accept != null && (accept.contains(type) || accept.contains("*/*"));
  }

  /** Returns why a request after initialize is refused; null if it is not. */
  private @Nullable Reply refusal(Ask ask) {
    var version = ask.visit().header(HttpHeaders.PROTOCOL_VERSION);
    if (version != null && !protocolVersions().contains(version)) {
      return error(400, null, -32600, "Unknown MCP-Protocol-Version; use " + protocolVersions());
    }
    if (ask.visit().header(HttpHeaders.MCP_SESSION_ID) == null) {
      return error(400, null, -32600, "Send the Mcp-Session-Id that initialize gave");
    }
    return null;
  }

  /**
   * Runs sample requests so that classes are loaded. Coding agents connect in the background, and
   * begin without the tools of a server that takes a second.
   */
  void rehearse() throws InterruptedException {
    if (sessions == null) return;
    var begun = sessions.startSession(REHEARSAL);
    var _ = McpJson.tree(JSONRPCResponse.result(0, begun.initResult().block())).toString();
    var stream = new McpStream(() -> {});
    var work =
        begun
            .session()
            .responseStream(stream)
            .handle(new JSONRPCRequest(McpSchema.METHOD_TOOLS_LIST, 1, null))
            .subscribe();
    var _ = stream.reply();
    work.dispose();
  }

  private Optional<McpClient> client(Ask ask, McpCaller caller) {
    var id = ask.visit().header(HttpHeaders.MCP_SESSION_ID);
    var client =
        id == null ? Optional.<McpClient>empty() : clients.find(id, caller.grant().tokenId());
    client.ifPresent(each -> each.used(clock.nanos()));
    return client;
  }

  /** The spec's answer to an id that has ended: the client initializes again. */
  private static Reply unknown(JSONRPCMessage message) {
    var id = message instanceof JSONRPCRequest request ? request.id() : null;
    return error(404, id, -32001, "Session not found. Initialize again; nothing is lost");
  }

  private Reply initialize(JSONRPCRequest request, McpCaller caller) {
    if (sessions == null) throw new IllegalStateException("no server");
    InitializeRequest said;
    try {
      said = McpJson.SDK.convertValue(request.params(), INITIALIZE);
    } catch (RuntimeException e) {
      return error(400, request.id(), -32602, "Invalid params of initialize");
    }
    var begun = sessions.startSession(said);
    var client = new McpClient(caller.grant().tokenId(), begun.session(), said, clock.nanos());
    clients.add(client);
    var response = McpJson.tree(JSONRPCResponse.result(request.id(), begun.initResult().block()));
    // The SDK has no word for events.
    if (response.path("result").path("capabilities") instanceof ObjectNode offered) {
      offered.putObject("events").put("listChanged", false);
    }
    return Page.json(200, response.toString())
        .with(Map.of(HttpHeaders.MCP_SESSION_ID, client.id()));
  }

  private Reply answer(McpClient client, JSONRPCRequest request, McpCaller caller) {
    if (McpEvents.handles(request.method())) return events(request, caller);
    ClientNotices.noteSubscription(client, request);
    var stream = new McpStream(() -> {});
    var work =
        client
            .session()
            .responseStream(stream)
            .handle(request)
            .contextWrite(context(caller))
            .doFinally(
                _ -> {
                  client.end(request.id());
                  stream.close();
                })
            .subscribe();
    if (!work.isDisposed()) client.begin(request.id(), work);
    try {
      return stream.reply();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return error(503, request.id(), -32603, "The server is stopping");
    }
  }

  private Reply events(JSONRPCRequest request, McpCaller caller) {
    try {
      return Page.json(200, ForeignText.shown(events.answer(request, caller).toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return error(503, request.id(), -32603, "The server is stopping");
    }
  }

  private static Context context(McpCaller caller) {
    return Context.of(
        McpTransportContext.KEY, McpTransportContext.create(Map.of(McpCaller.KEY, caller)));
  }

  private static Reply note(McpClient client, JSONRPCNotification notification, McpCaller caller) {
    if (notification.method().equals("notifications/cancelled")) {
      var request = McpJson.tree(notification.params()).path("requestId");
      client.cancel(request.isNumber() ? request.numberValue() : request.asString(""));
    } else if (notification.method().equals("notifications/initialized")) {
      var _ =
          client
              .session()
              .accept(notification)
              .contextWrite(context(caller))
              .onErrorComplete()
              .block();
    }
    return Page.text(202, "");
  }

  /** Opens the stream of notifications. */
  Reply get(Ask ask, McpCaller caller) {
    if (!accepts(ask, "text/event-stream")) {
      return new HttpProblem(405, "GET is the stream of notifications: accept text/event-stream")
          .page()
          .with(Map.of("Allow", "GET, POST, DELETE"));
    }
    var refusal = refusal(ask);
    if (refusal != null) return refusal;
    var client = client(ask, caller).orElse(null);
    if (client == null) return error(404, null, -32001, "Session not found. Initialize again");
    var listening = new Listening();
    listening.stream = client.session().listeningStream(listening.transport);
    return listening.transport.stream();
  }

  /** A stream of notifications, which leaves the session when the client is gone. */
  private static final class Listening {
    private final McpStream transport = new McpStream(this::left);
    private McpStreamableServerSession.@Nullable McpStreamableServerSessionStream stream;

    private void left() {
      if (stream != null) stream.releaseTransport();
    }
  }

  /** Ends a client. Its agent stays present for its time. */
  Reply delete(Ask ask, McpCaller caller) {
    var refusal = refusal(ask);
    if (refusal != null) return refusal;
    var client = client(ask, caller);
    if (client.isEmpty()) return error(404, null, -32001, "Session not found");
    clients.remove(client.get());
    return Page.text(200, "");
  }

  private static Reply error(int status, @Nullable Object id, int code, String message) {
    var error = McpJson.object().put("jsonrpc", "2.0");
    error.set("id", id == null ? error.nullNode() : McpJson.tree(id));
    error.putObject("error").put("code", code).put("message", message);
    return Page.json(status, error.toString());
  }

  @Override
  public List<String> protocolVersions() {
    return McpStreamableServerTransportProvider.super.protocolVersions();
  }
}
