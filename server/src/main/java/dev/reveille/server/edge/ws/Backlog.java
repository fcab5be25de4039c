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
 * <p>One page at a time: it is fetched on a virtual thread when the {@link PageBudget} has memory
 * for it, written on the loop, and the next is fetched when the socket took it. A connection has
 * one of these only while it is needed.
 */
final class Backlog {
  private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
  private static final int PIECE = 256 << 10;

  /** So much is handed to the channel at once: what the socket took of a page is known to this. */
  private static final int SLICE = 64 << 10;

  /** While others wait for memory, a client must take its page as fast as this. */
  static final long SLOWEST_BYTES_PER_SECOND = 256 << 10;

  /** Pulls that may wait before the connection is read no further: each is a client's request. */
  private static final int MOST_PULLS = 16;

  private sealed interface Waiting {
    record Bytes(ByteBuf bytes, int frames, @Nullable Runnable written) implements Waiting {}

    record Pulled(Pull pull) implements Waiting {}

    record Close(int code, String reason) implements Waiting {}

    /** Goes on when it has been given the frame to go on with. */
    final class Hold implements Waiting {
      private @Nullable Frame first;
    }
  }

  private final Connection connection;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private long bytes;
  private int pulls;
  private boolean pulling;

  /** The memory of the page that is asked for, made, or on its way out. */
  private PageBudget.@Nullable Permit permit;

  private boolean fetching;

  /** What the socket has taken of the page that is on its way out, since when, and its size. */
  private @Nullable Overflow progress;

  private long since;
  private long size;

  /** The last hold, if it has not been released, and whether all before it has left. */
  private Waiting.@Nullable Hold hold;

  private boolean held;

  Backlog(Connection connection) {
    this.connection = connection;
  }

  /** Bytes that wait here; the pull's own do not count. */
  long bytes() {
    return bytes;
  }

  void add(ByteBuf frame, int frames, @Nullable Runnable written) {
    bytes += frame.readableBytes();
    waiting.add(new Waiting.Bytes(frame, frames, written));
  }

  /** Whether more requests would only make it longer. */
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

  /** What waits for the release never leaves. */
  void dropHeld() {
    if (hold == null) {
      return;
    }
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
    if (!pulling && !held) {
      advance();
    }
  }

  private void write(Frame frame) {
    connection.write(ServerFrames.text(connection.alloc(), frame), 1, null);
  }

  void addClose(int code, String reason) {
    waiting.add(new Waiting.Close(code, reason));
  }

  /** True while a page is waited for or made: the client cannot take anything then. */
  boolean isFetching() {
    return fetching;
  }

  /** True if others wait for the memory of a page that this client does not take, or too slowly. */
  boolean keepsOthersWaiting(long now) {
    var page = progress;
    if (page == null) {
      return false;
    }
    boolean moves = page.shrinks(connection.pending(), now);
    long most =
        Overflow.PATIENCE.toNanos() + TimeUnit.SECONDS.toNanos(1) * size / SLOWEST_BYTES_PER_SECOND;
    return connection.loop().pages().isWaitedFor() && (!moves || now - since > most);
  }

  /** The connection ends: nothing here will leave. */
  void drop() {
    if (fetching && permit != null && permit.withdraw()) {
      fetching = false;
    }
    Waiting each;
    while ((each = waiting.poll()) != null) {
      if (each instanceof Waiting.Bytes unsent) {
        unsent.bytes().release();
      }
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

  /** The pull brings no more. */
  private void ended() {
    pulling = false;
    pulls--;
    advance();
    connection.readIfFree();
  }

  private void writePage(Pull pull, List<Frame> page) {
    fetching = false;
    size = page.stream().mapToLong(ServerFrames::framedSize).sum();
    if (permit != null) {
      permit.made(size);
    }
    int from = 0;
    while (from < page.size()) {
      int to = from;
      int size = 0;
      do {
        size += ServerFrames.framedSize(page.get(to++));
      } while (to < page.size() && size + ServerFrames.framedSize(page.get(to)) <= PIECE);
      var piece = connection.alloc().directBuffer(size);
      for (var frame : page.subList(from, to)) {
        ServerFrames.text(piece, frame);
      }
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

  /** The page is no longer in memory: the socket took it, or the connection is gone. */
  private void left(Pull pull, boolean took) {
    giveBack();
    if (took) {
      taken(pull);
    }
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
        // Later: this may be in the middle of a flush.
        connection.loop().execute(() -> fetched(pull, List.of()));
      } else {
        fetch(pull);
      }
    }
  }

  private void failed(Throwable cause) {
    LOG.error("Session {}: stored messages could not be read", connection.session(), cause);
    connection.end(CloseCode.SERVER_ERROR, "Stored messages could not be read");
  }
}
