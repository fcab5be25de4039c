package dev.reveille.server.delivery;

import java.util.List;

/** Keeps the frames of a session until a client fetches them. */
public final class PulledOutlet extends QueuedOutlet {
  private final Runnable ready;

  /** A lock of its own, so that senders do not wait for a read of the store. */
  private final Object taking = new Object();

  private volatile boolean closed;

  /**
   * Makes an open outlet.
   *
   * @param limit the most bytes that may wait
   * @param ready called when frames can be taken; must not block
   */
  public PulledOutlet(long limit, Runnable ready) {
    super(limit);
    this.ready = ready;
  }

  /**
   * Returns the next frames; empty if none wait. The frames of the last call count as taken. May
   * block, because it may read the store.
   */
  public List<Frame> take() {
    synchronized (taking) {
      return poll();
    }
  }

  /** True if everything was taken and the session is closed. */
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
