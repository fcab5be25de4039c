package dev.reveille.client;

/**
 * Decides when a batch is complete: a fixed time after its first message arrived, or when it is
 * full. Later messages do not lengthen the window, so a reader of a busy channel gets its batch.
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

  /** True if the message belongs to this batch. The first message always does. */
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

  /** Returns the time when the wait ends, in {@link ClientTime#millis}. */
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
