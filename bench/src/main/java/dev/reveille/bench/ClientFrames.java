package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Writes the frames of a WebSocket client (RFC 6455): final, masked. */
final class ClientFrames {
  static final int TEXT = 1;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;

  private ClientFrames() {}

  /** Returns the frame of a whole message. Does not change the payload. */
  static ByteBuf write(ByteBufAllocator allocator, int opcode, byte[] payload, int mask) {
    var frame = allocator.directBuffer(payload.length + 14);
    frame.writeByte(FINAL | opcode);
    if (payload.length < 126) {
      frame.writeByte(MASKED | payload.length);
    } else if (payload.length < 1 << 16) {
      frame.writeByte(MASKED | 126).writeShort(payload.length);
    } else {
      frame.writeByte(MASKED | 127).writeLong(payload.length);
    }
    frame.writeInt(mask);
    int start = frame.writerIndex();
    frame.writeBytes(payload);
    mask(frame, start, payload.length, mask);
    return frame;
  }

  /** Masking and unmasking are the same step. */
  static void mask(ByteBuf bytes, int start, int length, int mask) {
    int i = 0;
    for (; i + 4 <= length; i += 4) bytes.setInt(start + i, bytes.getInt(start + i) ^ mask);
    for (; i < length; i++) {
      int key = mask >>> (24 - 8 * (i & 3));
      bytes.setByte(start + i, bytes.getByte(start + i) ^ key);
    }
  }
}
