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
 * One event loop: the operations queued for it and its connections.
 *
 * <p>Any thread may queue operations. The loop's own thread takes the whole queue at once, frames
 * consecutive broadcasts to one audience into one buffer, and at the end flushes each connection
 * that it wrote to once. Everything else here belongs to the loop's thread.
 */
final class Loop {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);
  private static final int SCRATCH = 64 << 10;

  private final EventLoop eventLoop;
  private final Clock clock;
  private final Counters counters;
  private final WsOptions.Pace pace;
  private final PageBudget pages;

  /** The newest operation, linked to older ones. Any thread may change it. */
  private final AtomicReference<@Nullable Operation> newest = new AtomicReference<>();

  /** True if a drain is scheduled and has not begun. Any thread may change it. */
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

  /** Returns the time after which a connection without a complete frame counts as dead. */
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

  /** Returns the memory for pages that are on their way to sockets. */
  PageBudget pages() {
    return pages;
  }

  HttpConnections guests() {
    return guests;
  }

  long now() {
    return clock.nanos();
  }

  /** Runs the task on this loop's thread later. Does nothing once the loop has ended. */
  void execute(Runnable task) {
    try {
      eventLoop.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("A loop that has ended was given a task", e);
    }
  }

  /** Adds the operation at the end of the queue. Any thread may call it. */
  void queue(Operation operation) {
    Operation before;
    do {
      before = newest.get();
      operation.link = before;
    } while (!newest.compareAndSet(before, operation));
  }

  /** Makes sure that everything queued before this call is written. Any thread may call it. */
  void flush() {
    if (newest.get() != null && scheduled.compareAndSet(false, true)) execute(drain);
  }

  private void drain() {
    // Cleared before the queue is taken: an operation that is queued after this schedules its own
    // drain.
    scheduled.set(false);
    var operation = inOrder(newest.getAndSet(null));
    while (operation != null) operation = carryOut(operation);
    flushTouched();
  }

  /** Ends a batch of writes: flushes each connection that was written to once. */
  void flushTouched() {
    for (int i = 0; i < touched.size(); i++) touched.get(i).flushTouched();
    touched.clear();
    counters.framesOut.add(framesOut);
    counters.bytesOut.add(bytesOut);
    framesOut = 0;
    bytesOut = 0;
  }

  /** Counts frames and bytes; the total is added at the end of the batch. */
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

  /** Returns the next operation to carry out. */
  private @Nullable Operation carryOut(Operation operation) {
    switch (operation) {
      case Operation.Broadcast first -> {
        return run.carryOut(first);
      }
      case Operation.Send send -> forOne(send.to, () -> send.to.send(send.frame, send.written));
      case Operation.After after -> forOne(after.to, () -> after.to.after(after.written));
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
      log.error("Session {}: the socket is given up", connection.session(), e);
      connection.destroy();
    }
  }

  /** Marks that the connection has unflushed writes. The end of the drain flushes it. */
  void touched(Connection connection) {
    touched.add(connection);
  }

  void add(Connection connection) {
    connection.place = residents.size();
    residents.add(connection);
  }

  void remove(Connection connection) {
    var moved = residents.removeLast();
    if (moved != connection) {
      residents.set(connection.place, moved);
      moved.place = connection.place;
    }
  }

  /**
   * Pings connections that are due, and ends those that are silent, close too slowly or send no
   * request.
   */
  void sweep() {
    long now = now();
    // Backwards, because a connection that ends is replaced by the last one.
    for (int i = residents.size() - 1; i >= 0; i--) {
      var resident = residents.get(i);
      forOne(resident, () -> resident.sweep(now));
    }
    guests.sweep(now, pace.http().toNanos());
  }
}
