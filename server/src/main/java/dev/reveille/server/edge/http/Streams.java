package dev.reveille.server.edge.http;

import dev.reveille.server.store.PageBudget;
import io.vertx.core.Context;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends streams. Each has a virtual thread, which asks the source for the next piece only when the
 * reader has taken enough of the pieces before.
 */
final class Streams {
  private static final Logger log = LoggerFactory.getLogger(Streams.class);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Callers callers;
  private final int most;
  private final Duration patience;
  private final PageBudget budget;
  private final AtomicInteger open = new AtomicInteger();

  Streams(Callers callers, int most, PageBudget budget) {
    this(callers, most, PATIENCE, budget);
  }

  /**
   * @param most how many streams there may be at once
   * @param patience a reader is disconnected if it takes longer for a piece, or if there is no
   *     memory for its next piece for longer
   * @param budget the memory for pieces
   */
  Streams(Callers callers, int most, Duration patience, PageBudget budget) {
    this.callers = callers;
    this.budget = budget;
    this.most = most;
    this.patience = patience;
  }

  /** Sends a stream; returns when it is over. Called on a virtual thread of the request. */
  void run(Context loop, HttpServerRequest request, Stream stream) {
    try (var source = stream.source()) {
      if (open.incrementAndGet() > most) {
        loop.runOnContext(
            _ -> Answering.answer(request, Page.text(503, "Too many streams are open")));
        return;
      }
      var self = Thread.currentThread();
      var over = new CompletableFuture<Runnable>();
      loop.runOnContext(_ -> begin(request, stream, self, over));
      if (request.method().equals(HttpMethod.HEAD)) return;
      try {
        while (sendNext(source, loop, request.response())) source.await();
      } finally {
        var _ = over.thenAccept(Runnable::run);
      }
      loop.runOnContext(_ -> close(request));
    } catch (InterruptedException e) {
      // the reader is gone
    } catch (TimeoutException | ExecutionException e) {
      loop.runOnContext(_ -> callers.end(request));
    } catch (RuntimeException e) {
      // An interrupt while the thread waits for the disk comes out as such an exception.
      boolean gone = Thread.currentThread().isInterrupted() || request.response().closed();
      if (!gone) log.error("The stream {} ends", request.path(), e);
      loop.runOnContext(_ -> callers.end(request));
    } finally {
      open.decrementAndGet();
    }
  }

  /** Sends the next piece, if there is one. Returns false at the end. */
  private boolean sendNext(Stream.Source source, Context loop, HttpServerResponse response)
      throws InterruptedException, TimeoutException, ExecutionException {
    var turn = budget.take(patience);
    if (turn.isEmpty()) throw new TimeoutException("no memory");
    try (var memory = turn.get()) {
      var piece = source.next();
      if (piece.isEmpty()) return false;
      // The piece is in memory as text and as bytes.
      memory.made(2L * piece.get().length());
      if (!piece.get().isEmpty()) send(loop, response, piece.get());
      return true;
    }
  }

  private void begin(
      HttpServerRequest request, Stream stream, Thread pump, CompletableFuture<Runnable> over) {
    var response = request.response();
    if (response.closed()) {
      pump.interrupt();
      return;
    }
    response.closeHandler(_ -> pump.interrupt());
    if (!Answering.isStream(request)) response.setChunked(true);
    response.putHeader("Content-Type", stream.contentType());
    Headers.put(response, stream.headers());
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
      return;
    }
    over.complete(callers.stays(request));
    if (!Answering.isStream(request)) response.putHeader("Connection", "close");
    response.writeHead();
  }

  /** Ends the answer. Before HTTP/2 its connection ends too, as the header said. */
  private static void close(HttpServerRequest request) {
    var response = request.response();
    if (response.ended() || response.closed()) return;
    var ended = response.end();
    if (!Answering.isStream(request)) ended.onComplete(_ -> request.connection().close());
  }

  private void send(Context loop, HttpServerResponse response, String piece)
      throws InterruptedException, TimeoutException, ExecutionException {
    var room = new CompletableFuture<@Nullable Void>();
    loop.runOnContext(
        _ -> {
          if (response.closed() || response.ended()) {
            room.completeExceptionally(new IllegalStateException("closed"));
            return;
          }
          response.write(piece);
          if (response.writeQueueFull()) response.drainHandler(_ -> room.complete(null));
          else room.complete(null);
        });
    room.get(patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}
