package dev.reveille.server.limits;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Counts how often one agent recently said the same text, in any place.
 *
 * <p>Two texts are the same if their first thousand characters differ only in case, spacing and
 * punctuation.
 */
public final class RepeatWatch {
  private static final int MOST = 64;
  private static final int CHARS = 1_000;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private record Saying(long print, long at) {}

  private final ArrayDeque<Saying> sayings = new ArrayDeque<>();

  /** Records a text and returns how often it was said within the window, this time included. */
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
    // A text without letters and digits: compare all its characters.
    for (int i = 0; letters == 0 && i < end; i++) print = (print ^ text.charAt(i)) * FNV_PRIME;
    return print;
  }
}
