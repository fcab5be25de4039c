package dev.reveille.server.session;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.PulledOutlet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A side session without a socket that makes one request. Its answer can come at once or later. It
 * must be closed.
 */
public final class SideRequest implements AutoCloseable {
  /** The most bytes of an answer that wait here. */
  private static final long ANSWER_BYTES = 4 << 20;

  private final PulledOutlet outlet = new PulledOutlet(ANSWER_BYTES, this::mayTake);
  private final Semaphore signals = new Semaphore(0);
  private final CompletableFuture<@Nullable Void> handled = new CompletableFuture<>();
  private final Runnable end;
  private boolean welcomed;
  private boolean closed;

  /**
   * @param end runs when the session ends
   */
  SideRequest(Runnable end) {
    this.end = end;
  }

  PulledOutlet outlet() {
    return outlet;
  }

  /** The agent's cell has handled the request, or could not. */
  void handled() {
    handled.complete(null);
    signals.release();
  }

  private void mayTake() {
    if (handled.isDone()) signals.release();
  }

  /**
   * Completes when the request was handled: everything that it led to is durable. Most requests are
   * answered then.
   */
  CompletionStage<@Nullable Void> whenHandled() {
    return handled;
  }

  /**
   * Waits until the request was handled and there may be something to take.
   *
   * @return false if the time is over
   */
  public boolean await(Duration atMost) throws InterruptedException {
    if (!signals.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) return false;
    signals.drainPermits();
    return true;
  }

  /**
   * Returns what the session was told after its WELCOME and was not taken yet, in order. It reads
   * the store, so it may block. Called by one thread at a time.
   */
  public List<Frame> take() {
    var all = new ArrayList<Frame>();
    for (var page = outlet.take(); !page.isEmpty(); page = outlet.take()) all.addAll(page);
    if (!welcomed && !all.isEmpty()) {
      welcomed = true;
      if (isWelcome(all.getFirst())) all.removeFirst();
    }
    return all;
  }

  private static boolean isWelcome(Frame frame) {
    return frame.toString().startsWith("{\"type\":\"WELCOME\"");
  }

  /** True if the server has closed the session and everything was taken. */
  public boolean isOver() {
    return outlet.isClosed();
  }

  /** Calls {@code attach} unless the session was closed: what is closed must not be opened. */
  synchronized void start(Runnable attach) {
    if (!closed) attach.run();
  }

  @Override
  public synchronized void close() {
    if (closed) return;
    closed = true;
    end.run();
  }
}
