package dev.reveille.client;

import dev.reveille.protocol.ServerMessage;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The messages that answer no request and are no entries, such as parts of files, claims of the
 * floor, joins and leaves. The reader gets one at a time, in order, on a virtual thread.
 *
 * <p>The queue is bounded in number and characters. A slow reader loses the oldest messages.
 */
final class News {
  private static final int MAX_COUNT = 1_000;
  private static final long MAX_CHARS = 64L << 20;

  private final Consumer<ServerMessage> reader;
  private final ArrayDeque<ServerMessage> queue = new ArrayDeque<>();
  private long chars;
  private boolean running;

  News(Consumer<ServerMessage> reader) {
    this.reader = reader;
  }

  /** Adds a message. Does not wait for the reader. */
  synchronized void add(ServerMessage message) {
    queue.add(message);
    chars += length(message);
    while (queue.size() > 1 && (queue.size() > MAX_COUNT || chars > MAX_CHARS)) {
      chars -= length(queue.remove());
    }
    if (running) return;
    running = true;
    Thread.ofVirtual().name("reveille-news").start(this::hand);
  }

  private void hand() {
    while (true) {
      ServerMessage next;
      synchronized (this) {
        next = queue.poll();
        if (next == null) {
          running = false;
          return;
        }
        chars -= length(next);
      }
      try {
        reader.accept(next);
      } catch (RuntimeException e) {
        // the reader's own trouble; what comes next may be fine
      }
    }
  }

  private static long length(ServerMessage message) {
    return message instanceof ServerMessage.FileChunk chunk ? chunk.content().length() : 1;
  }
}
