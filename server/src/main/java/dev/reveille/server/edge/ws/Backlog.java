package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.store.PageBudget;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pull in progress, or a hold, and everything that waits behind it.
 *
 * <p>It handles one page at a time. A page is fetched on a virtual thread when the {@link
 * PageBudget} has memory for it, and written on the loop. The next page is fetched when the socket
 * took this one. A connection has a backlog only while it needs one.
 */
final class Backlog {
  private static final Logger log = LoggerFactory.getLogger(Backlog.class);
  private static final int PIECE = 256 << 10;

  /**
   * The bytes that are handed to the channel at once. Progress of a page is known in steps of this
   * size.
   */
  private static final int SLICE = 64 << 10;

  /** While others wait for memory, a client must take its page at least this fast. */
  static final long SLOWEST_BYTES_PER_SECOND = 256 << 10;

  /**
   * The most pulls that may wait before the connection is not read any more: each is a request of
   * the client.
   */
  private static final int MOST_PULLS = 16;

  private sealed interface Waiting {
    record Bytes(ByteBuf bytes, int frames, @Nullable Runnable written) implements Waiting {}

    record Pulled(Pull pull) implements Waiting {}

    record Close(int code, String reason) implements Waiting {}

    /** Continues when it gets its frame. */
    final class Hold implements Waiting {
      private @Nullable Frame first;
    }
  }

  private final Connection connection;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private long bytes;
  private int pulls;
  private boolean pulling;

  /** The memory of the page that is requested, made, or on its way out. */
  private PageBudget.@Nullable Permit permit;

  private boolean fetching;

  /** The progress of the page that is on its way out: bytes taken, start time and size. */
  private @Nullable Overflow progress;

  private long since;
  private long size;

  /** The last hold if it is not released yet, and if everything before it was sent. */
  private Waiting.@Nullable Hold hold;

  private boolean held;

  Backlog(Connection connection) {
    this.connection = connection;
  }

  /** Returns the bytes that wait here, without those of the pull. */
  long bytes() {
    return bytes;
  }

  void add(ByteBuf frame, int frames, @Nullable Runnable written) {
    bytes += frame.readableBytes();
    waiting.add(new Waiting.Bytes(frame, frames, written));
  }

  /**
   * True if the connection should not be read, because more requests would only make the backlog
   * longer.
   */
  boolean isLong() {
    return pulls >= MOST_PULLS;
  }

  void add(Pull pull) {
    waiting.add(new Waiting.Pulled(pull));
    pulls++;
    advanceIfFree();
  }

  void hold() {
    hold = new Waiting.Hold();
    waiting.add(hold);
    advanceIfFree();
  }

  void release(Frame first) {
    if (hold != null) {
      hold.first = first;
      hold = null;
      if (held) {
        held = false;
        write(first);
        advance();
      }
    }
  }

  /** Drops everything that waits for the release. */
  void dropHeld() {
    if (hold == null) return;
    boolean behind = held;
    for (var each = waiting.iterator(); each.hasNext(); ) {
      var next = each.next();
      behind |= next instanceof Waiting.Hold unreleased && unreleased.first == null;
      if (behind) {
        each.remove();
        switch (next) {
          case Waiting.Bytes unsent -> {
            bytes -= unsent.bytes().readableBytes();
            unsent.bytes().release();
          }
          case Waiting.Pulled _ -> pulls--;
          case Waiting.Close _, Waiting.Hold _ -> {}
        }
      }
    }
    hold = null;
    if (held) {
      held = false;
      connection.backlogDone();
    }
  }

  private void advanceIfFree() {
    if (!pulling && !held) advance();
  }

  private void write(Frame frame) {
    connection.write(ServerFrames.text(connection.alloc(), frame), 1, null);
  }

  void addClose(int code, String reason) {
    waiting.add(new Waiting.Close(code, reason));
  }

  /** True while a page is awaited or made: the client has nothing to take then. */
  boolean isFetching() {
    return fetching;
  }

  /** True if others wait for memory while this client takes its page too slowly or not at all. */
  boolean keepsOthersWaiting(long now) {
    var page = progress;
    if (page == null) return false;
    boolean moves = page.shrinks(connection.pending(), now);
    long most =
        Overflow.PATIENCE.toNanos() + TimeUnit.SECONDS.toNanos(1) * size / SLOWEST_BYTES_PER_SECOND;
    return connection.loop().pages().isWaitedFor() && (!moves || now - since > most);
  }

  /** Drops everything, because the connection ends. */
  void drop() {
    if (fetching && permit != null && permit.withdraw()) fetching = false;
    Waiting each;
    while ((each = waiting.poll()) != null) {
      if (each instanceof Waiting.Bytes unsent) unsent.bytes().release();
    }
  }

  private void advance() {
    Waiting each;
    while ((each = waiting.poll()) != null) {
      switch (each) {
        case Waiting.Bytes next -> {
          bytes -= next.bytes().readableBytes();
          connection.write(next.bytes(), next.frames(), next.written());
        }
        case Waiting.Pulled next -> {
          pulling = true;
          fetch(next.pull());
          return;
        }
        case Waiting.Hold next -> {
          if (next.first == null) {
            held = true;
            return;
          }
          write(next.first);
        }
        case Waiting.Close close -> {
          connection.backlogDone();
          drop();
          connection.close(close.code(), close.reason());
          return;
        }
      }
    }
    connection.backlogDone();
  }

  private void fetch(Pull pull) {
    fetching = true;
    permit =
        connection
            .loop()
            .pages()
            .ask(() -> Thread.ofVirtual().name("pull").start(() -> make(pull)));
  }

  private void make(Pull pull) {
    var loop = connection.loop();
    try {
      var page = List.copyOf(pull.next());
      loop.execute(() -> fetched(pull, page));
    } catch (RuntimeException | Error e) {
      loop.execute(
          () -> {
            giveBack();
            failed(e);
          });
    }
  }

  private void giveBack() {
    fetching = false;
    progress = null;
    if (permit != null) {
      permit.close();
      permit = null;
    }
  }

  private void fetched(Pull pull, List<Frame> page) {
    if (!connection.isOpen()) {
      giveBack();
      return;
    }
    if (page.isEmpty()) {
      giveBack();
      ended();
    } else {
      try {
        writePage(pull, page);
      } catch (RuntimeException | OutOfMemoryError e) {
        giveBack();
        failed(e);
      }
    }
    connection.loop().flushTouched();
  }

  /** Ends the pull, because it has no more pages. */
  private void ended() {
    pulling = false;
    pulls--;
    advance();
    connection.readIfFree();
  }

  private void writePage(Pull pull, List<Frame> page) {
    fetching = false;
    size = page.stream().mapToLong(ServerFrames::framedSize).sum();
    if (permit != null) permit.made(size);
    int from = 0;
    while (from < page.size()) {
      int to = from;
      int size = 0;
      do {
        size += ServerFrames.framedSize(page.get(to++));
      } while (to < page.size() && size + ServerFrames.framedSize(page.get(to)) <= PIECE);
      var piece = connection.alloc().directBuffer(size);
      for (var frame : page.subList(from, to)) ServerFrames.text(piece, frame);
      while (piece.readableBytes() > SLICE) {
        connection.write(piece.readRetainedSlice(SLICE), 0, null);
      }
      if (to < page.size()) {
        connection.write(piece, to - from, null);
      } else {
        connection.writeLast(piece, to - from, took -> left(pull, took));
      }
      from = to;
    }
    since = connection.loop().now();
    progress = new Overflow(connection.pending(), since);
  }

  /** Frees the memory of the page: the socket took it, or the connection is gone. */
  private void left(Pull pull, boolean took) {
    giveBack();
    if (took) taken(pull);
  }

  private void taken(Pull pull) {
    try {
      pull.written();
    } catch (RuntimeException e) {
      failed(e);
      return;
    }
    if (connection.isOpen()) {
      connection.tookPage();
      if (pull.isOver()) {
        // Runs later, because this may be in the middle of a flush.
        connection.loop().execute(() -> fetched(pull, List.of()));
      } else {
        fetch(pull);
      }
    }
  }

  private void failed(Throwable cause) {
    log.error("Session {}: stored messages could not be read", connection.session(), cause);
    connection.end(CloseCode.SERVER_ERROR, "Stored messages could not be read");
  }
}
