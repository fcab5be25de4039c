package dev.reveille.server.limits;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Counts how often one agent said the same thing of late, wherever it said it.
 *
 * <p>The same: equal but for case, spacing and punctuation, within its first thousand characters.
 */
public final class RepeatWatch {
  private static final int MOST = 64;
  private static final int CHARS = 1_000;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private record Saying(long print, long at) {}

  private final ArrayDeque<Saying> sayings = new ArrayDeque<>();

  /** Notes a text and says how often it came within the window, this time included. */
  public int saw(String text, Duration window, long nanos) {
    long print = print(text);
    sayings.addLast(new Saying(print, nanos));
    if (sayings.size() > MOST) sayings.removeFirst();
    int count = 0;
    for (var each : sayings) {
      if (each.print() == print && nanos - each.at() <= window.toNanos()) count++;
    }
    return count;
  }

  public void clear() {
    sayings.clear();
  }

  private static long print(String text) {
    long print = FNV_OFFSET;
    int letters = 0;
    int end = Math.min(text.length(), CHARS);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c)) continue;
      letters++;
      print = (print ^ Character.toLowerCase(c)) * FNV_PRIME;
    }
    // Of signs alone every sign counts.
    for (int i = 0; letters == 0 && i < end; i++) print = (print ^ text.charAt(i)) * FNV_PRIME;
    return print;
  }
}
