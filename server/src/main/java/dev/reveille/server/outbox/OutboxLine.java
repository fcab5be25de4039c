package dev.reveille.server.outbox;

import dev.reveille.server.kernel.Tell;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tells from one cell to another, delivered strictly in their order: a tell leaves when the
 * effect of the one before is durable.
 */
final class OutboxLine {
  /** The most tells that are delivered before other lines get their turn. */
  private static final int PAGE = 16;

  /** The most tells that are kept in memory for one line. */
  private static final int MOST_IN_MEMORY = 64;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** The longest wait is the first one doubled this often: about a minute. */
  private static final int MOST_DOUBLINGS = 6;

  private final Outbox outbox;
  final CellPair cells;

  /** True if more tells were stored since the line began its work. Guarded by the outbox. */
  boolean more;

  /** The number of times that the oldest tell failed in a row. Guarded by the outbox. */
  int tries;

  /** True if {@code queue} has every tell that is stored and not handled. Guarded by the outbox. */
  private boolean inMemory;

  /** Tells that are delivered without being read, in order. Guarded by the outbox. */
  private final ArrayDeque<Tell> queue = new ArrayDeque<>(1);

  /**
   * @param knowsAll true if nothing is stored for these cells but what {@link #take} will get
   */
  OutboxLine(Outbox outbox, CellPair cells, boolean knowsAll) {
    this.outbox = outbox;
    this.cells = cells;
    inMemory = knowsAll;
  }

  /** Notes what was stored just now; null if that is not known. Called by the outbox. */
  void take(@Nullable Tell tell) {
    if (!inMemory || tell == null) return;
    if (tell.once() && queue.size() < MOST_IN_MEMORY) queue.add(tell);
    else readFromNowOn();
  }

  /** Gives up what is in memory: the rows are the truth. Called by the outbox. */
  void readFromNowOn() {
    inMemory = false;
    queue.clear();
  }

  boolean isInMemory() {
    return inMemory;
  }

  /** Returns the next tell that is in memory; null if there is none. Called by the outbox. */
  @Nullable Tell poll() {
    return queue.poll();
  }

  /** Delivers a tell from memory. Never blocks. */
  void deliver(Tell tell) {
    var ports = outbox.ports();
    var key = String.valueOf(tell.key());
    var done = new TellHandled(cells, key, true, ports.clock().wallMillis());
    var _ =
        ports
            .host()
            .deliver(cells.receiver(), tell.command(), done)
            .handle(
                (_, failure) -> {
                  if (failure == null) outbox.delivered(this);
                  else outbox.failed(this, failure);
                  return done;
                });
  }

  /** Returns the time until the next try. */
  Duration delay() {
    return FIRST_WAIT.multipliedBy(1L << Math.clamp(tries - 1, 0, MOST_DOUBLINGS));
  }

  /** Reads the oldest tells and delivers them. Blocks only to read. */
  void work() {
    try {
      var page = outbox.ports().store().reads(OutboxReads.class).next(cells, PAGE);
      if (page.isEmpty()) outbox.end(this);
      else deliver(page, 0);
    } catch (RuntimeException | Error e) {
      outbox.failed(this, e);
    }
  }

  private void deliver(List<StoredTell> page, int index) {
    if (index == page.size()) {
      outbox.goOn(this);
      return;
    }
    var tell = page.get(index);
    var ports = outbox.ports();
    try {
      var command = outbox.commands().read(tell);
      var done = new TellHandled(cells, tell.key(), false, ports.clock().wallMillis());
      // The answer comes on the thread of the effects, which must not be held up.
      var _ =
          ports
              .host()
              .deliver(cells.receiver(), command, done)
              .handleAsync(
                  (_, failure) -> {
                    if (failure == null) {
                      outbox.works(this);
                      deliver(page, index + 1);
                    } else {
                      outbox.failed(this, failure);
                    }
                    return done;
                  },
                  ports.executor());
    } catch (DurableCommands.UnreadableCommand e) {
      outbox.failed(this, e);
    }
  }
}
