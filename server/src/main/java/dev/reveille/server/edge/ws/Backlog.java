package dev.reveille.server.edge.ws;

import dev.reveille.server.chat.Frame;
import dev.reveille.server.chat.Pull;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pull in progress, or a hold, and everything that waits behind it.
 *
 * <p>One page at a time: it is fetched on a virtual thread, written on the loop, and the next is
 * fetched when the socket took it. A connection has one of these only while it is needed.
 */
final class Backlog {
  private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
  private static final int PIECE = 256 << 10;

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

  /** The connection ends: nothing here will leave. */
  void drop() {
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
    var loop = connection.loop();
    Thread.ofVirtual()
        .name("pull")
        .start(
            () -> {
              try {
                var page = List.copyOf(pull.next());
                loop.execute(() -> fetched(pull, page));
              } catch (RuntimeException | Error e) {
                loop.execute(() -> failed(e));
              }
            });
  }

  private void fetched(Pull pull, List<Frame> page) {
    if (!connection.isOpen()) {
      return;
    }
    if (page.isEmpty()) {
      pulling = false;
      pulls--;
      advance();
      connection.readIfFree();
    } else {
      writePage(pull, page);
    }
    connection.loop().flushTouched();
  }

  private void writePage(Pull pull, List<Frame> page) {
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
      connection.write(piece, to - from, to == page.size() ? () -> taken(pull) : null);
      from = to;
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
      fetch(pull);
    }
  }

  private void failed(Throwable cause) {
    LOG.error("Session {}: stored messages could not be read", connection.session(), cause);
    connection.end(CloseCode.SERVER_ERROR, "Stored messages could not be read");
  }
}
