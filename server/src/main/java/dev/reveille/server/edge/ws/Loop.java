package dev.reveille.server.edge.ws;

import dev.reveille.server.kernel.Clock;
import dev.reveille.server.store.PageBudget;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop: the operations queued for it and the connections that live on it.
 *
 * <p>Any thread queues. The loop's own thread takes the whole queue at once, frames consecutive
 * broadcasts to one audience into one buffer, and flushes each connection it wrote to once, at the
 * end. All else here belongs to the loop's thread.
 */
final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final int SCRATCH = 64 << 10;

  private final EventLoop eventLoop;
  private final Clock clock;
  private final Counters counters;
  private final WsOptions.Pace pace;
  private final PageBudget pages;

  /** The newest operation, linked to older ones. Any thread. */
  private final AtomicReference<@Nullable Operation> newest = new AtomicReference<>();

  /** Whether a drain is on its way that has not yet begun. Any thread. */
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private final Runnable drain = this::drain;
  private final BroadcastRun run = new BroadcastRun();
  private final List<Connection> touched = new ArrayList<>();
  private final List<Connection> residents = new ArrayList<>();
  private final HttpConnections guests = new HttpConnections();

  private final long pingEvery;
  private final long silentAfter;
  private long framesOut;
  private long bytesOut;

  /** Free between two calls of a decoder. */
  final byte[] scratch = new byte[SCRATCH];

  Loop(EventLoop eventLoop, Clock clock, Counters counters, WsOptions.Pace pace, PageBudget pages) {
    this.eventLoop = eventLoop;
    this.clock = clock;
    this.counters = counters;
    this.pace = pace;
    this.pages = pages;
    this.pingEvery = pace.heartbeat().toNanos();
    this.silentAfter = 2 * pingEvery + pace.heartbeatTimeout().toNanos();
  }

  long pingEveryNanos() {
    return pingEvery;
  }

  /** A connection without a complete frame for longer than this is taken for dead. */
  long silentAfterNanos() {
    return silentAfter;
  }

  boolean runs(EventLoop other) {
    return eventLoop.equals(other);
  }

  Counters counters() {
    return counters;
  }

  WsOptions.Pace pace() {
    return pace;
  }

  /** The memory for pages that are on their way to sockets. */
  PageBudget pages() {
    return pages;
  }

  HttpConnections guests() {
    return guests;
  }

  long now() {
    return clock.nanos();
  }

  /** Runs on this loop's thread, later. Does nothing once the loop has ended. */
  void execute(Runnable task) {
    try {
      eventLoop.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("A loop that has ended was given a task", e);
    }
  }

  /** Takes its place in the order. Any thread. */
  void queue(Operation operation) {
    Operation before;
    do {
      before = newest.get();
      operation.link = before;
    } while (!newest.compareAndSet(before, operation));
  }

  /** Sees to it that everything queued before this call leaves. Any thread. */
  void flush() {
    if (newest.get() != null && scheduled.compareAndSet(false, true)) {
      execute(drain);
    }
  }

  private void drain() {
    // Cleared before the queue is taken: what is queued from here on schedules its own drain.
    scheduled.set(false);
    var operation = inOrder(newest.getAndSet(null));
    while (operation != null) {
      operation = carryOut(operation);
    }
    flushTouched();
  }

  /** The end of a batch of writes: one flush for each connection written to. */
  void flushTouched() {
    for (int i = 0; i < touched.size(); i++) {
      touched.get(i).flushTouched();
    }
    touched.clear();
    counters.framesOut.add(framesOut);
    counters.bytesOut.add(bytesOut);
    framesOut = 0;
    bytesOut = 0;
  }

  /** Counts, for all at the end of the batch. */
  void sent(int frames, int bytes) {
    framesOut += frames;
    bytesOut += bytes;
  }

  private static @Nullable Operation inOrder(@Nullable Operation newest) {
    Operation oldest = null;
    var each = newest;
    while (each != null) {
      var older = each.link;
      each.link = oldest;
      oldest = each;
      each = older;
    }
    return oldest;
  }

  /** Returns the first operation that is still to be done. */
  private @Nullable Operation carryOut(Operation operation) {
    switch (operation) {
      case Operation.Broadcast first -> {
        return run.carryOut(first);
      }
      case Operation.Send send -> forOne(send.to, () -> send.to.send(send.frame, send.written));
      case Operation.Begin begin -> forOne(begin.to, () -> begin.to.pull(begin.pull));
      case Operation.Hold hold -> forOne(hold.to, hold.to::hold);
      case Operation.DropHeld drop -> forOne(drop.of, drop.of::dropHeld);
      case Operation.Release release -> forOne(release.to, () -> release.to.release(release.first));
      case Operation.Reading reading ->
          forOne(reading.from, () -> reading.from.reading(reading.on));
      case Operation.Close close ->
          forOne(close.connection, () -> close.connection.close(close.code, close.reason));
    }
    return operation.link;
  }

  private static void forOne(Connection connection, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("Session {}: the socket is given up", connection.session(), e);
      connection.destroy();
    }
  }

  /** The connection has unflushed writes; the end of the drain flushes it. */
  void touched(Connection connection) {
    touched.add(connection);
  }

  void moveIn(Connection connection) {
    connection.place = residents.size();
    residents.add(connection);
  }

  void moveOut(Connection connection) {
    var moved = residents.removeLast();
    if (moved != connection) {
      residents.set(connection.place, moved);
      moved.place = connection.place;
    }
  }

  /** Pings who is due, ends who is silent, late in closing or slow in asking. */
  void sweep() {
    long now = now();
    // Backwards: one that ends moves the last one into its place.
    for (int i = residents.size() - 1; i >= 0; i--) {
      var resident = residents.get(i);
      forOne(resident, () -> resident.sweep(now));
    }
    guests.sweep(now, pace.http().toNanos());
  }
}
