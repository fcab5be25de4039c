package dev.reveille.server.delivery;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the frames of a session to a reader in this process, in order and one at a time. */
public final class InProcessOutlet extends QueuedOutlet {
  private static final Logger log = LoggerFactory.getLogger(InProcessOutlet.class);

  private final Executor executor;
  private final Consumer<Frame> reader;
  private final Consumer<String> closed;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile boolean more;

  /**
   * Makes an open outlet.
   *
   * @param limit the most bytes that may wait for the reader
   * @param executor runs the reader, which may block
   * @param closed called once, with the reason, after the last frame
   */
  public InProcessOutlet(
      long limit, Executor executor, Consumer<Frame> reader, Consumer<String> closed) {
    super(limit);
    this.executor = executor;
    this.reader = reader;
    this.closed = closed;
  }

  @Override
  void ready() {
    more = true;
    if (running.compareAndSet(false, true)) executor.execute(this::drain);
  }

  private void drain() {
    do {
      try {
        more = false;
        for (var page = poll(); !page.isEmpty(); page = poll()) page.forEach(reader);
      } catch (RuntimeException e) {
        log.error("A reader in this process failed; its session is closed", e);
        endNow(1011, "The reader failed");
        more = true;
      } finally {
        running.set(false);
      }
    } while (more && running.compareAndSet(false, true));
  }

  @Override
  void ended(int code, String reason) {
    closed.accept(reason);
  }
}
