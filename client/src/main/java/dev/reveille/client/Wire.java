package dev.reveille.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One WebSocket connection. Texts leave in call order. {@link Ear#closed} is called once. */
final class Wire implements WebSocket.Listener {
  /** No page of history is larger. A longer text ends the connection. */
  private static final int MAX_TEXT = 256 << 20;

  /** Called by one thread at a time. */
  interface Ear {
    void text(Wire wire, String text);

    void closed(Wire wire, String reason);
  }

  private static final class Shared {
    private static final HttpClient HTTP =
        HttpClient.newBuilder()
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  private final Ear ear;
  private final AtomicBoolean over = new AtomicBoolean();
  private final StringBuilder parts = new StringBuilder();
  private final Object sending = new Object();
  private @Nullable WebSocket socket;
  private CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);

  private Wire(Ear ear) {
    this.ear = ear;
  }

  /**
   * Connects. The ear gets nothing before {@link #start}.
   *
   * @throws ClientException.CannotConnect with a sentence that names the address
   */
  static Wire open(URI uri, Duration timeout, Ear ear) throws InterruptedException {
    var wire = new Wire(ear);
    var opening = Shared.HTTP.newWebSocketBuilder().connectTimeout(timeout).buildAsync(uri, wire);
    try {
      wire.socket = opening.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return wire;
    } catch (ExecutionException e) {
      throw ClientException.CannotConnect.of(uri, e.getCause());
    } catch (TimeoutException e) {
      opening.cancel(true);
      throw ClientException.CannotConnect.late(uri, e);
    }
  }

  /** Starts to read. Separate from {@link #open}, so that the owner has the wire before a text. */
  void start() {
    socket().request(1);
  }

  private WebSocket socket() {
    var s = socket;
    if (s == null) throw new IllegalStateException("not open");
    return s;
  }

  /** Sends a text. Never blocks. A failure to send ends the connection. */
  void send(String text) {
    synchronized (sending) {
      lastSend =
          lastSend
              .thenCompose(_ -> socket().sendText(text, true))
              .whenComplete(
                  (_, failure) -> {
                    if (failure != null) end("the connection broke while sending");
                  });
    }
  }

  /** Sends a close frame after all texts and waits for it, at most this long. */
  void close(Duration patience) {
    try {
      CompletableFuture<?> bye;
      synchronized (sending) {
        bye = lastSend.thenCompose(_ -> socket().sendClose(WebSocket.NORMAL_CLOSURE, ""));
      }
      bye.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      socket().abort();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      socket().abort();
    }
    end("closed");
  }

  void abort(String reason) {
    socket().abort();
    end(reason);
  }

  private void end(String reason) {
    if (over.compareAndSet(false, true)) ear.closed(this, reason);
  }

  @Override
  public void onOpen(WebSocket webSocket) {
    // Demand begins with start(); the default would begin here.
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    if (parts.length() + data.length() > MAX_TEXT) {
      from.abort();
      end("the server sent a message that is too long");
      return null;
    }
    parts.append(data);
    if (last) {
      var text = parts.toString();
      parts.setLength(0);
      if (parts.capacity() > 1 << 20) parts.trimToSize();
      ear.text(this, text);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    end("the server closed it with " + status + (reason.isEmpty() ? "" : " " + reason));
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    var why = error.getMessage();
    end("the connection broke" + (why == null ? "" : " (" + why + ")"));
  }
}
