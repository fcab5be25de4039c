package dev.reveille.server.edge.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Sends answers that wait for something. A client that hangs up ends the wait. */
final class WaitingPages {
  private final Callers callers;
  private final LongPages longPages;

  WaitingPages(Callers callers, LongPages longPages) {
    this.callers = callers;
    this.longPages = longPages;
  }

  /**
   * Waits, makes the answer and sends it. Called on a virtual thread of the request.
   *
   * @param busy the answer if there is no memory in time
   */
  void run(Context loop, HttpServerRequest request, Waiting first, Page busy) {
    var waiter = Thread.currentThread();
    var over = new CompletableFuture<Runnable>();
    loop.runOnContext(_ -> begin(request, waiter, over));
    try {
      var reply = Optional.<Reply>of(first);
      while (reply.isPresent() && reply.get() instanceof Waiting waiting) {
        waiting.until().await();
        reply = longPages.answer(loop, request, waiting.then(), busy);
      }
    } catch (InterruptedException e) {
      // The client is gone.
      Thread.currentThread().interrupt();
    } finally {
      first.end().run();
      var _ = over.thenAccept(Runnable::run);
    }
  }

  private void begin(HttpServerRequest request, Thread waiter, CompletableFuture<Runnable> over) {
    var response = request.response();
    if (response.closed()) {
      waiter.interrupt();
      return;
    }
    response.closeHandler(_ -> waiter.interrupt());
    over.complete(callers.stays(request));
  }
}
