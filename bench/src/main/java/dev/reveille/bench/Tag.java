package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The generator's mark in a message's content, {@code ~sender.number~}: a byte search finds it, so
 * no JSON is read per delivery.
 */
final class Tag {
  /** The result of {@link #find} for a frame without a mark. */
  static final long NONE = -1;

  static final int MAX_SENDER = (1 << 20) - 1;

  private static final int NUMBER_BITS = 40;
  private static final int NUMBER_DIGITS = 10;

  private Tag() {}

  /** Returns the mark in the frame's bytes, for {@link #sender} and {@link #number}. */
  static long find(ByteBuf bytes, int offset, int length) {
    int end = offset + length;
    int at = bytes.indexOf(offset, end, (byte) '~');
    if (at <= offset || bytes.getByte(at - 1) != '"') return NONE;
    long sender = 0;
    int i = at + 1;
    for (; i < end; i++) {
      int digit = bytes.getByte(i) - '0';
      if (digit < 0 || digit > 9) break;
      sender = sender * 10 + digit;
      if (sender > MAX_SENDER) return NONE;
    }
    if (i + NUMBER_DIGITS + 1 >= end || bytes.getByte(i) != '.') return NONE;
    long number = 0;
    int last = i + NUMBER_DIGITS;
    for (i++; i <= last; i++) {
      int digit = bytes.getByte(i) - '0';
      if (digit < 0 || digit > 9) return NONE;
      number = number * 10 + digit;
    }
    return bytes.getByte(i) == '~' ? sender << NUMBER_BITS | number : NONE;
  }

  static int sender(long tag) {
    return (int) (tag >>> NUMBER_BITS);
  }

  static long number(long tag) {
    return tag & ((1L << NUMBER_BITS) - 1);
  }

  /** Messages of one sender that differ only in their number, all of one length. */
  static final class Template {
    private final byte[] bytes;
    private final int digitsAt;

    /**
     * A message to send.
     *
     * @param before the JSON up to the content's first character
     * @param after the JSON from the content's closing quote on
     * @param contentLength at least as long as the mark
     */
    Template(String before, int sender, int contentLength, String after) {
      var mark = "~" + sender + ".";
      var padding = "x".repeat(Math.max(0, contentLength - mark.length() - NUMBER_DIGITS - 1));
      var text = before + mark + "0".repeat(NUMBER_DIGITS) + "~" + padding + after;
      bytes = text.getBytes(StandardCharsets.UTF_8);
      digitsAt = (before + mark).getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the message with this number; valid until the next call. */
    byte[] number(long number) {
      for (int i = NUMBER_DIGITS - 1; i >= 0; i--) {
        bytes[digitsAt + i] = (byte) ('0' + number % 10);
        number /= 10;
      }
      return bytes;
    }
  }
}
