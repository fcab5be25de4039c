package dev.reveille.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/**
 * One WebSocket connection. Texts leave in call order. {@link Listener#closed} is called once.
 *
 * <p>One thread reads and one writes, so {@link #send} never waits for the server: a caller may
 * hold a lock that the reader needs.
 */
final class Wire {
  /** No page of history is larger. A longer text ends the connection. */
  private static final int MAX_TEXT = 256 << 20;

  /** A server that asks for more signs of life than the socket takes does not get them all. */
  private static final int MAX_WAITING_PONGS = 1000;

  /** The time that a server has to close the connection after the goodbye. */
  private static final long LINGER_MILLIS = 1000;

  private static final byte[] NORMAL_CLOSURE = {(byte) (1000 >> 8), (byte) 1000};

  private static final RandomGenerator RANDOM = new SecureRandom();

  /** Called by one thread at a time. */
  interface Listener {
    void text(Wire wire, String text);

    void closed(Wire wire, String reason);
  }

  private final ClientThreads threads;
  private final Listener listener;
  private final Socket socket;
  private final WireFrames frames;
  private final AtomicBoolean over = new AtomicBoolean();

  /** The session bounds it: it sends no more than its requests that wait for an answer. */
  private final LinkedBlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();

  /** The reader has ended. */
  private final CountDownLatch ended = new CountDownLatch(1);

  private Wire(ClientThreads threads, WireOpening.Open open, Listener listener) {
    this.threads = threads;
    this.listener = listener;
    this.socket = open.socket();
    this.frames = new WireFrames(open.in(), MAX_TEXT);
  }

  /**
   * Connects. The listener gets nothing before {@link #start}.
   *
   * @throws ClientException.CannotConnect with a sentence that names the address
   */
  static Wire open(URI uri, Duration timeout, ClientThreads threads, Listener listener)
      throws InterruptedException {
    // On a thread of its own: looking up a name can neither be interrupted nor timed.
    var opening = new CompletableFuture<WireOpening.Open>();
    var how = new WireOpening(uri, timeout, RANDOM);
    threads.start("reveille-connect", () -> connect(how, opening));
    try {
      return new Wire(threads, opening.get(timeout.toMillis(), TimeUnit.MILLISECONDS), listener);
    } catch (ExecutionException e) {
      throw ClientException.CannotConnect.of(uri, e.getCause());
    } catch (TimeoutException e) {
      throw ClientException.CannotConnect.late(uri, e);
    } finally {
      opening.cancel(false);
    }
  }

  private static void connect(WireOpening how, CompletableFuture<WireOpening.Open> opening) {
    try {
      var open = how.open();
      if (!opening.complete(open)) open.socket().close();
    } catch (IOException | RuntimeException e) {
      opening.completeExceptionally(e);
    }
  }

  /** Starts to read. Separate from {@link #open}, so that the owner has the wire before a text. */
  void start() {
    threads.start("reveille-write", this::write);
    threads.start("reveille-read", this::read);
  }

  /** Sends a text. Never blocks. A failure to send ends the connection. */
  void send(String text) {
    queue(WireFrames.TEXT, text.getBytes(UTF_8));
  }

  private void queue(int opcode, byte[] payload) {
    waiting.add(WireFrames.frame(opcode, payload, RANDOM));
  }

  /**
   * Sends a close frame after all texts and waits until the server has closed too, or this long.
   */
  void close(Duration patience) {
    queue(WireFrames.CLOSE, NORMAL_CLOSURE);
    try {
      if (!ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) disconnect();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      disconnect();
    }
    end("closed");
  }

  void abort(String reason) {
    disconnect();
    end(reason);
  }

  private void disconnect() {
    queue(WireFrames.CLOSE, NORMAL_CLOSURE); // the writer ends
    try {
      socket.close();
    } catch (IOException e) {
      // it is gone
    }
  }

  private void end(String reason) {
    if (over.compareAndSet(false, true)) listener.closed(this, reason);
  }

  private void write() {
    try {
      var out = socket.getOutputStream();
      byte[] next;
      do {
        next = waiting.take();
        out.write(next);
      } while (!WireFrames.isClose(next));
      // Closed at once, the socket could drop what the server has not read yet.
      var _ = ended.await(LINGER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      end("the connection broke while sending");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      disconnect();
    }
  }

  private void read() {
    try {
      while (true) {
        var message = frames.next();
        switch (message.opcode()) {
          case WireFrames.TEXT -> listener.text(this, message.text());
          case WireFrames.CLOSE -> {
            end("the server closed it with " + message.closing());
            return;
          }
          case WireFrames.PING -> {
            if (waiting.size() < MAX_WAITING_PONGS) queue(WireFrames.PONG, message.payload());
          }
          default -> {} // a pong, or bytes that the protocol does not have
        }
      }
    } catch (IOException | RuntimeException e) {
      var why = e.getMessage();
      end("the connection broke" + (why == null ? "" : " (" + why + ")"));
    } finally {
      queue(WireFrames.CLOSE, NORMAL_CLOSURE);
      ended.countDown();
    }
  }
}
