package dev.reveille.server.delivery;

import java.util.List;

/** Keeps the entries of a session until somebody takes them. */
public final class PulledOutlet extends QueuedOutlet {
  private final Runnable ready;

  /** Not the outlet's own monitor: senders must not wait for a read of the store. */
  private final Object taking = new Object();

  private volatile boolean closed;

  /**
   * An open outlet.
   *
   * @param limit bytes that may wait
   * @param ready told when something can be taken; must not block
   */
  public PulledOutlet(long limit, Runnable ready) {
    super(limit);
    this.ready = ready;
  }

  /**
   * Returns the next frames; none if nothing waits. What was returned before counts as taken. May
   * block, because it may read the store.
   */
  public List<Frame> take() {
    synchronized (taking) {
      return poll();
    }
  }

  /** True if everything up to the end was taken. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  void ready() {
    ready.run();
  }

  @Override
  void ended(int code, String reason) {
    closed = true;
  }
}
