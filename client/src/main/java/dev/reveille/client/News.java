package dev.reveille.client;

import dev.reveille.protocol.ServerMessage;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * What comes unasked and is no chat message: parts of files, who has the floor, who comes and goes.
 * Handed over one at a time, in order, on a virtual thread.
 *
 * <p>A reader that does not keep up loses the oldest: it is bounded in number and characters.
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

  /** Does not wait. */
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
