package dev.reveille.server.edge.http;

import dev.reveille.server.store.PageBudget;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes long pages when there is memory for them. A reader that does not take its page in time
 * loses its connection, so that the memory becomes free.
 */
final class LongPages {
  /** The longest wait of a request for memory. */
  private static final Duration WAIT = Duration.ofSeconds(10);

  /** The longest time of a reader for one page. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  static final String BUSY = "The server is busy with other pages; try again";

  private final Callers callers;
  private final PageBudget budget;
  private final Duration wait;
  private final Duration patience;

  LongPages(Callers callers, PageBudget budget) {
    this(callers, budget, WAIT, PATIENCE);
  }

  LongPages(Callers callers, PageBudget budget, Duration wait, Duration patience) {
    this.callers = callers;
    this.budget = budget;
    this.wait = wait;
    this.patience = patience;
  }

  /**
   * Waits for memory, makes the answer, and returns when the socket took it. Called on a virtual
   * thread of the request.
   *
   * @param busy the answer if there is no memory in time
   * @return the answer if it is no page: a stream, which is not started yet, or one that waits
   */
  Optional<Reply> answer(
      Context loop, HttpServerRequest request, Supplier<Reply> reply, Page busy) {
    try {
      var turn = budget.take(wait);
      if (turn.isEmpty()) {
        var later = busy.with(Map.of("Retry-After", "5"));
        loop.runOnContext(_ -> Answering.answer(request, later));
        return Optional.empty();
      }
      try (var memory = turn.get()) {
        return switch (reply.get()) {
          case Stream stream -> Optional.of(stream);
          case Waiting waiting -> Optional.of(waiting);
          case Page page -> {
            // The page is in memory as text and as bytes.
            memory.made(2L * page.body().length());
            send(loop, request, page);
            yield Optional.empty();
          }
        };
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void send(Context loop, HttpServerRequest request, Page page)
      throws InterruptedException {
    var sent = new CompletableFuture<@Nullable Void>();
    loop.runOnContext(
        _ -> {
          try {
            Answering.answer(request, page).onComplete(_ -> sent.complete(null));
          } catch (RuntimeException | Error e) {
            sent.completeExceptionally(e);
          }
        });
    try {
      sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      loop.runOnContext(_ -> callers.end(request));
    }
  }
}
