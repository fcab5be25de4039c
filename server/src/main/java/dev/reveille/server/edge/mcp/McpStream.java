package dev.reveille.server.edge.mcp;

import dev.reveille.server.edge.http.Page;
import dev.reveille.server.edge.http.Reply;
import dev.reveille.server.edge.http.Stream;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One answer of the SDK on its way to a client: a page if the response is all there is, else a
 * stream of events. The thread of the request waits for it; it is a virtual one.
 */
final class McpStream implements McpStreamableServerTransport, Stream.Source {
  /** The most messages that may wait for a client. Notifications beyond are dropped. */
  private static final int MOST_WAITING = 256;

  /** The time after which a stream without messages shows that it is alive. */
  private static final Duration QUIET = Duration.ofSeconds(25);

  private static final String EVENTS = "text/event-stream";

  /** A message or the end, as the reader takes them. */
  private sealed interface Item {
    record Message(JSONRPCMessage message) implements Item {}

    record End() implements Item {}
  }

  private final LinkedBlockingQueue<Item> items = new LinkedBlockingQueue<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final Runnable ended;

  /* Owned by the thread of the request. */
  private @Nullable Item ahead;
  private boolean quiet;

  /**
   * @param ended called once, when the client is gone or has everything
   */
  McpStream(Runnable ended) {
    this.ended = ended;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(
        () -> {
          boolean room = items.size() < MOST_WAITING || message instanceof JSONRPCResponse;
          if (room) items.add(new Item.Message(message));
        });
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, String messageId) {
    return sendMessage(message);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(() -> items.add(new Item.End()));
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> typeRef) {
    return McpJson.SDK.convertValue(data, typeRef);
  }

  /** Waits for the first message, and returns it as a page if nothing else can follow. */
  Reply reply() throws InterruptedException {
    ahead = items.take();
    if (ahead instanceof Item.Message(JSONRPCResponse response)) {
      close();
      return Page.json(200, McpJson.text(response));
    }
    return ahead instanceof Item.End ? Page.text(202, "") : stream();
  }

  /** Returns the stream of everything that is sent from now on. */
  Stream stream() {
    return new Stream(EVENTS, Map.of("Cache-Control", "no-cache, no-transform"), this);
  }

  @Override
  public void await() throws InterruptedException {
    ahead = items.poll(QUIET.toSeconds(), TimeUnit.SECONDS);
    quiet = ahead == null;
  }

  @Override
  public Optional<String> next() {
    var item = ahead == null ? items.poll() : ahead;
    ahead = null;
    return switch (item) {
      case null -> {
        boolean comment = quiet;
        quiet = false;
        yield Optional.of(comment ? ": quiet\n\n" : "");
      }
      case Item.Message(var message) ->
          Optional.of("event: message\ndata: " + McpJson.text(message) + "\n\n");
      case Item.End() -> Optional.empty();
    };
  }

  @Override
  public void close() {
    items.add(new Item.End());
    if (over.compareAndSet(false, true)) ended.run();
  }
}
