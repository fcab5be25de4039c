package dev.reveille.server.edge.mcp;

import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Stream;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One answer of the SDK on its way to a client: a page if the response is all there is, else a
 * stream of events. The thread of the request waits for it; it is a virtual one.
 */
final class McpStream implements McpStreamableServerTransport, Stream.Source {
  /** The most messages that may wait for a client. Notifications beyond are dropped. */
  private static final int MOST_WAITING = 256;

  /** How often a stream without messages shows that it is alive. */
  private static final Duration QUIET = Duration.ofSeconds(25);

  private static final String EVENTS = "text/event-stream";

  private final Runnable ended;

  /* Guarded by this monitor. */
  private final ArrayDeque<JSONRPCMessage> waiting = new ArrayDeque<>();
  private boolean closed;
  private boolean over;
  private boolean wasQuiet;

  /**
   * @param ended called when the client is gone or has everything
   */
  McpStream(Runnable ended) {
    this.ended = ended;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> add(message));
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, String messageId) {
    return sendMessage(message);
  }

  private synchronized void add(JSONRPCMessage message) {
    boolean room = waiting.size() < MOST_WAITING || message instanceof JSONRPCResponse;
    if (closed || !room) return;
    waiting.add(message);
    notifyAll();
  }

  @Override
  public synchronized Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::end);
  }

  private synchronized void end() {
    closed = true;
    notifyAll();
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> typeRef) {
    return McpJson.SDK.convertValue(data, typeRef);
  }

  /** Waits for the first message, and returns it as a page if nothing else can follow. */
  Reply reply() throws InterruptedException {
    JSONRPCMessage first;
    synchronized (this) {
      while (waiting.isEmpty() && !closed) wait();
      first = waiting.peek();
    }
    if (first != null && !(first instanceof JSONRPCResponse)) return stream();
    close();
    return first == null ? Page.text(202, "") : Page.json(200, McpJson.text(first));
  }

  /** Returns the stream of everything that is sent from now on. */
  Stream stream() {
    return new Stream(EVENTS, Map.of("Cache-Control", "no-cache, no-transform"), this);
  }

  @Override
  public synchronized void await() throws InterruptedException {
    if (waiting.isEmpty() && !closed) wait(QUIET.toMillis());
    wasQuiet = waiting.isEmpty() && !closed;
  }

  @Override
  public synchronized Optional<String> next() {
    var message = waiting.poll();
    if (message != null) return Optional.of(event(message));
    if (closed) return Optional.empty();
    boolean quiet = wasQuiet;
    wasQuiet = false;
    return Optional.of(quiet ? ": quiet\n\n" : "");
  }

  private static String event(@Nullable JSONRPCMessage message) {
    return "event: message\ndata: " + McpJson.text(message) + "\n\n";
  }

  @Override
  public void close() {
    synchronized (this) {
      end();
      if (over) return;
      over = true;
    }
    ended.run();
  }
}
