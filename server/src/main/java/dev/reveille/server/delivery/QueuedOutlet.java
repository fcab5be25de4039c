package dev.reveille.server.delivery;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An outlet without a socket: a bounded queue in memory that one reader empties.
 *
 * <p>If the waiting frames exceed the limit, they are dropped and the session is closed with 1013.
 * One frame is always allowed on an empty queue, and the frames of a {@link Pull} do not count.
 */
abstract class QueuedOutlet implements Outlet {
  private static final int TRY_LATER = 1013;

  private sealed interface Item {
    record Text(Frame frame, @Nullable Runnable written) implements Item {}

    record Mark(Runnable written) implements Item {}

    record Pulled(Pull pull) implements Item {}

    record End(int code, String reason) implements Item {}
  }

  private final long limit;

  /* Guarded by this monitor. */
  private final ArrayDeque<Item> queue = new ArrayDeque<>(2);
  private @Nullable ArrayDeque<Item> held;
  private long bytes;
  private boolean closing;
  private boolean over;

  /** Runs when the reader took the frames that it got last. Owned by the reader. */
  private @Nullable Runnable taken;

  /**
   * Makes an empty queue.
   *
   * @param limit the most bytes of frames that may wait
   */
  QueuedOutlet(long limit) {
    this.limit = limit;
  }

  /** Called when frames can be read. Called outside the monitor; must not block. */
  abstract void ready();

  /** Called by the reader when everything before the end was read. */
  abstract void ended(int code, String reason);

  /**
   * Returns the next frames; empty if none wait. The frames of the last call count as taken. May
   * block, because it may read the store. Called by one reader at a time.
   */
  final List<Frame> poll() {
    var last = taken;
    taken = null;
    if (last != null) last.run();
    while (true) {
      var item = first();
      switch (item) {
        case null -> {
          return List.of();
        }
        case Item.Text(var frame, var written) -> {
          taken = written;
          return List.of(frame);
        }
        case Item.Mark(var written) -> written.run();
        case Item.Pulled(var pull) -> {
          var page = pull.next();
          if (!page.isEmpty()) {
            taken = pull::written;
            return page;
          }
          remove(item);
        }
        case Item.End(var code, var reason) -> {
          ended(code, reason);
          return List.of();
        }
      }
    }
  }

  /** Removes and returns the first item. A pull stays in the queue until it is over. */
  private synchronized @Nullable Item first() {
    if (queue.peek() instanceof Item.Pulled pulled) return pulled;
    var item = queue.poll();
    if (item instanceof Item.Text(var frame, _)) bytes -= frame.size();
    over |= item instanceof Item.End;
    return item;
  }

  @SuppressWarnings("ReferenceEquality") // The queue may have been cleared meanwhile.
  private synchronized void remove(Item item) {
    if (queue.peek() == item) queue.remove();
  }

  private void add(Item item) {
    synchronized (this) {
      if (closing) return;
      if (item instanceof Item.Text(var frame, _)) {
        if (bytes > 0 && bytes + frame.size() > limit) {
          endNow(TRY_LATER, "Too slow");
        } else {
          bytes += frame.size();
          place(item);
        }
      } else {
        closing = item instanceof Item.End;
        place(item);
      }
    }
    ready();
  }

  private void place(Item item) {
    if (held != null) held.add(item);
    else queue.add(item);
  }

  /**
   * Closes the session and drops everything that waits. Does nothing if the end was already read.
   */
  final synchronized void endNow(int code, String reason) {
    if (over) return;
    queue.clear();
    held = null;
    bytes = 0;
    closing = true;
    queue.add(new Item.End(code, reason));
  }

  @Override
  public final void send(Frame frame, @Nullable Runnable written) {
    add(new Item.Text(frame, written));
  }

  @Override
  public final void after(Runnable written) {
    add(new Item.Mark(written));
  }

  @Override
  public final void pull(Pull pull) {
    add(new Item.Pulled(pull));
  }

  @Override
  public final void close(int code, String reason) {
    add(new Item.End(code, reason));
  }

  @Override
  public final synchronized void hold() {
    if (!closing && held == null) held = new ArrayDeque<>();
  }

  @Override
  public final void release(Frame first) {
    synchronized (this) {
      var waited = held;
      if (waited == null) return;
      held = null;
      bytes += first.size();
      queue.add(new Item.Text(first, null));
      queue.addAll(waited);
    }
    ready();
  }

  @Override
  public final synchronized void dropHeld() {
    var waited = held;
    if (waited == null) return;
    held = null;
    for (var item : waited) {
      if (item instanceof Item.Text(var frame, _)) bytes -= frame.size();
      else if (item instanceof Item.End) closing = false;
    }
  }
}
