package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Encodes the server's frames: one fragment, never masked. */
final class ServerFrames {
  private static final int FIN = 0x80;
  private static final int MAX_REASON = 123;

  private ServerFrames() {}

  /** Returns the size of the frame with its header in bytes. */
  static int framedSize(Frame frame) {
    int size = frame.size();
    return size + (size < 126 ? 2 : size < 0x10000 ? 4 : 10);
  }

  static void text(ByteBuf out, Frame frame) {
    int size = frame.size();
    out.writeByte(FIN | Opcode.TEXT);
    if (size < 126) {
      out.writeByte(size);
    } else if (size < 0x10000) {
      out.writeByte(126).writeShort(size);
    } else {
      out.writeByte(127).writeLong(size);
    }
    out.writeBytes(frame.json());
  }

  static ByteBuf text(ByteBufAllocator alloc, Frame frame) {
    var out = alloc.directBuffer(framedSize(frame));
    text(out, frame);
    return out;
  }

  static ByteBuf control(ByteBufAllocator alloc, int opcode, byte[] payload, int length) {
    return alloc
        .directBuffer(2 + length)
        .writeByte(FIN | opcode)
        .writeByte(length)
        .writeBytes(payload, 0, length);
  }

  /** Returns a close frame. A reason that is too long is cut between characters. */
  static ByteBuf close(ByteBufAllocator alloc, int code, String reason) {
    var text = reason;
    while (ByteBufUtil.utf8Bytes(text) > MAX_REASON) {
      text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
    }
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    var payload = new byte[2 + bytes.length];
    payload[0] = (byte) (code >> 8);
    payload[1] = (byte) code;
    System.arraycopy(bytes, 0, payload, 2, bytes.length);
    return control(alloc, Opcode.CLOSE, payload, payload.length);
  }

  /** Returns the frame that all pings share, because they have no payload. */
  static ByteBuf ping() {
    return PING.duplicate();
  }

  private static final ByteBuf PING =
      Unpooled.unreleasableBuffer(
          Unpooled.directBuffer(2, 2).writeByte(FIN | Opcode.PING).writeByte(0).asReadOnly());
}
