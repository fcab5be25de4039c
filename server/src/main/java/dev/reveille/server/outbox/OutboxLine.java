package dev.reveille.server.outbox;

import java.time.Duration;
import java.util.List;

/**
 * The tells from one cell to another, delivered strictly in their order: a tell leaves when the
 * effect of the one before is durable.
 */
final class OutboxLine {
  /** The most tells that are delivered before other lines get their turn. */
  private static final int PAGE = 16;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** The longest wait is the first one doubled this often: about a minute. */
  private static final int MOST_DOUBLINGS = 6;

  private final Outbox outbox;
  final CellPair cells;

  /** True if more tells were stored since the line began its work. Guarded by the outbox. */
  boolean more;

  /** The number of times that the oldest tell failed in a row. Guarded by the outbox. */
  int tries;

  OutboxLine(Outbox outbox, CellPair cells) {
    this.outbox = outbox;
    this.cells = cells;
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
      var done = new TellHandled(tell.id(), cells, tell.key(), ports.clock().wallMillis());
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
