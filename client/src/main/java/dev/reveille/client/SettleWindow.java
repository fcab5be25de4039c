package dev.reveille.client;

/**
 * Decides when a burst is complete: a fixed time after its first message arrived, or when it is
 * full. Later messages do not lengthen it, so a busy channel cannot starve its reader.
 */
final class SettleWindow {
  private final ListenSettings limits;
  private int messages;
  private long chars;
  private long end = Long.MAX_VALUE;
  private boolean full;

  SettleWindow(ListenSettings limits) {
    this.limits = limits;
  }

  /** Whether the message belongs to this burst. The first always does, however long it is. */
  boolean accept(long arrivedMillis, int length) {
    if (messages == 0) {
      end = arrivedMillis + limits.settle().toMillis();
    } else if (chars + length > limits.maxChars()) {
      full = true;
    }
    if (full) return false;
    messages++;
    chars += length;
    full = messages >= limits.maxMessages();
    return true;
  }

  /** When to stop waiting for more, in the clock of the arrivals. */
  long endMillis() {
    return full ? Long.MIN_VALUE : end;
  }

  boolean isEmpty() {
    return messages == 0;
  }

  boolean isFull() {
    return full;
  }
}
