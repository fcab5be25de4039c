package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Splits what a server sends into frames, without copying complete ones. Owned by one connection's
 * event loop.
 */
final class FrameSplitter {
  static final int MAX_PAYLOAD = 64 << 20;

  /** Gets each frame's payload in place; the bytes are valid only during the call. */
  interface Sink {
    void frame(int opcode, ByteBuf bytes, int offset, int length);
  }

  /** The peer broke the framing; the connection cannot be used any more. */
  static final class BadFrame extends RuntimeException {
    BadFrame(String message) {
      super(message);
    }
  }

  private @Nullable ByteBuf rest;

  /** Takes ownership of the bytes. */
  void read(ByteBuf bytes, Sink sink) {
    var held = rest;
    rest = null;
    if (held != null) {
      held.writeBytes(bytes);
      bytes.release();
      bytes = held;
    }
    boolean kept = false;
    try {
      int wanted = cut(bytes, sink);
      int left = bytes.readableBytes();
      if (held != null && held.readerIndex() == 0 && left > 0) {
        // Still the same frame: growing in place keeps a large frame's many pieces linear.
        held.ensureWritable(Math.max(0, wanted - left));
        rest = held;
        kept = true;
      } else if (left > 0) {
        rest = bytes.alloc().buffer(Math.max(wanted, left)).writeBytes(bytes);
      }
    } finally {
      if (!kept) bytes.release();
    }
  }

  void close() {
    if (rest != null) rest.release();
    rest = null;
  }

  /** Returns the full length of the incomplete frame at the end, as far as it is known. */
  private static int cut(ByteBuf bytes, Sink sink) {
    while (true) {
      int available = bytes.readableBytes();
      if (available < 2) return 256;
      int at = bytes.readerIndex();
      int first = bytes.getByte(at) & 0xff;
      int second = bytes.getByte(at + 1) & 0xff;
      if ((first & 0xf0) != 0x80) throw new BadFrame("fragmented frame or reserved bits set");
      if ((second & 0x80) != 0) throw new BadFrame("masked frame from a server");
      int header = second < 126 ? 2 : second == 126 ? 4 : 10;
      if (available < header) return 256;
      long length = second;
      if (second == 126) length = bytes.getUnsignedShort(at + 2);
      if (second == 127) length = bytes.getLong(at + 2);
      if (length < 0 || length > MAX_PAYLOAD) throw new BadFrame("frame of " + length + " bytes");
      int whole = header + (int) length;
      if (available < whole) return whole;
      bytes.skipBytes(whole);
      sink.frame(first & 0xf, bytes, at + header, (int) length);
    }
  }
}
