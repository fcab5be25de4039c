package dev.reveille.server.edge.ws;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The XOR mask of client frames. */
final class Masking {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Masking() {}

  /**
   * Unmasks in place.
   *
   * @param mask its first byte (the highest) belongs to the first byte of the range
   * @return the mask for the byte after the range
   */
  static int apply(int mask, byte[] bytes, int from, int count) {
    int at = from;
    int end = from + count;
    long wide = Integer.toUnsignedLong(mask) << 32 | Integer.toUnsignedLong(mask);
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ wide);
    }
    int turned = mask;
    for (; at < end; at++) {
      turned = Integer.rotateLeft(turned, 8);
      bytes[at] ^= (byte) turned;
    }
    return turned;
  }
}
