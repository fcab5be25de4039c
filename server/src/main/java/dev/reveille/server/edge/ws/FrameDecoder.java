package dev.reveille.server.edge.ws;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits the bytes of a client into messages and control frames.
 *
 * <p>Between messages it holds no buffer. While a message is incomplete it holds the bytes that
 * have arrived, never the size that the header announces, and never more than {@link #MAX_MESSAGE}.
 * A larger message is reported once and skipped. After any other violation the rest of the stream
 * is ignored.
 */
final class FrameDecoder {
  /** The most bytes of a message, in one frame or several. */
  static final int MAX_MESSAGE = 2_097_152;

  private static final int MAX_CONTROL = 125;
  private static final int FIRST_PIECE = 4096;
  private static final byte[] NOTHING = {};

  /** Takes decoded frames. The arrays are lent: their content changes after the call. */
  interface Sink {
    void message(int opcode, byte[] bytes, int length);

    void control(int opcode, byte[] bytes, int length);

    void violation(int closeCode, String reason);
  }

  private enum Stage {
    OPCODE,
    LENGTH,
    LONG_LENGTH,
    MASK,
    PAYLOAD,
    BROKEN
  }

  private Stage stage = Stage.OPCODE;
  private boolean skipping;
  private boolean last;
  private byte opcode;
  private byte headerLeft;
  private byte headerSize;
  private byte messageOpcode;
  private long header;
  private long left;
  private int mask;

  /** Unmasked bytes of the unfinished message, or null. */
  private byte @Nullable [] message;

  private int messageSize;

  /** Unmasked bytes of an unfinished control frame, or null. */
  private byte @Nullable [] control;

  private int controlSize;

  /** True if a part of a message has arrived and the rest has not. */
  boolean isInsideMessage() {
    return message != null;
  }

  /** Reports only control frames from now on, and skips messages of any size. */
  void skipMessages() {
    skipping = true;
    message = null;
    messageSize = 0;
  }

  /** Reads all bytes. The scratch array may be used during the call. */
  void decode(ByteBuf in, byte[] scratch, Sink sink) {
    while (stage == Stage.PAYLOAD || in.isReadable()) {
      switch (stage) {
        case OPCODE -> opcode(in.readByte(), sink);
        case LENGTH -> length(in.readByte(), sink);
        case LONG_LENGTH -> {
          header = header << 8 | in.readUnsignedByte();
          if (--headerLeft == 0) longLength(sink);
        }
        case MASK -> {
          mask = mask << 8 | in.readUnsignedByte();
          if (--headerLeft == 0) stage = Stage.PAYLOAD;
        }
        case PAYLOAD -> {
          if (!payload(in, scratch, sink)) return;
        }
        case BROKEN -> in.skipBytes(in.readableBytes());
      }
    }
  }

  private void opcode(byte first, Sink sink) {
    opcode = (byte) (first & 0x0f);
    last = (first & 0x80) != 0;
    boolean inMessage = messageOpcode != 0;
    if ((first & 0x70) != 0) {
      broken(sink, "Reserved bits are set");
    } else if (!Opcode.isKnown(opcode)) {
      broken(sink, "Unknown opcode");
    } else if (Opcode.isControl(opcode) && !last) {
      broken(sink, "Fragmented control frame");
    } else if (opcode == Opcode.CONTINUATION && !inMessage) {
      broken(sink, "Continuation of nothing");
    } else if (!Opcode.isControl(opcode) && opcode != Opcode.CONTINUATION && inMessage) {
      broken(sink, "New message inside a fragmented one");
    } else {
      stage = Stage.LENGTH;
    }
  }

  private void length(byte second, Sink sink) {
    int length = second & 0x7f;
    if ((second & 0x80) == 0) {
      broken(sink, "Frame is not masked");
    } else if (Opcode.isControl(opcode) && length > MAX_CONTROL) {
      broken(sink, "Control frame is too long");
    } else if (length < 126) {
      sized(length, sink);
    } else {
      headerSize = (byte) (length == 126 ? 2 : 8);
      headerLeft = headerSize;
      header = 0;
      stage = Stage.LONG_LENGTH;
    }
  }

  private void longLength(Sink sink) {
    if (header < (headerSize == 2 ? 126 : 0x10000)) {
      broken(sink, "Length is not in its shortest form");
    } else {
      sized(header, sink);
    }
  }

  private void sized(long length, Sink sink) {
    left = length;
    mask = 0;
    headerLeft = 4;
    stage = Stage.MASK;
    if (Opcode.isControl(opcode)) return;
    if (opcode != Opcode.CONTINUATION) messageOpcode = opcode;
    if (!skipping && length > MAX_MESSAGE - messageSize) {
      skipMessages();
      sink.violation(CloseCode.TOO_BIG, "Message is too big");
    }
  }

  /** Takes the bytes that are there. False if it needs more. */
  private boolean payload(ByteBuf in, byte[] scratch, Sink sink) {
    int now = (int) Math.min(left, in.readableBytes());
    left -= now;
    if (Opcode.isControl(opcode)) {
      controlPayload(in, now, scratch, sink);
    } else if (skipping) {
      in.skipBytes(now);
      endOfMessageFrame();
    } else {
      messagePayload(in, now, scratch, sink);
    }
    return stage != Stage.PAYLOAD;
  }

  private void controlPayload(ByteBuf in, int now, byte[] scratch, Sink sink) {
    if (left == 0 && control == null) {
      read(in, scratch, 0, now);
      stage = Stage.OPCODE;
      sink.control(opcode, scratch, now);
      return;
    }
    var bytes = control == null ? new byte[MAX_CONTROL] : control;
    control = bytes;
    read(in, bytes, controlSize, now);
    controlSize += now;
    if (left == 0) {
      int size = controlSize;
      control = null;
      controlSize = 0;
      stage = Stage.OPCODE;
      sink.control(opcode, bytes, size);
    }
  }

  private void messagePayload(ByteBuf in, int now, byte[] scratch, Sink sink) {
    if (left == 0 && last && message == null) {
      var bytes = now <= scratch.length ? scratch : new byte[now];
      read(in, bytes, 0, now);
      int kind = messageOpcode;
      endOfMessageFrame();
      sink.message(kind, bytes, now);
      return;
    }
    var bytes = room(now);
    read(in, bytes, messageSize, now);
    messageSize += now;
    if (left == 0 && last) {
      int size = messageSize;
      int kind = messageOpcode;
      message = null;
      messageSize = 0;
      endOfMessageFrame();
      sink.message(kind, bytes, size);
    } else {
      endOfMessageFrame();
    }
  }

  private void endOfMessageFrame() {
    if (left == 0) {
      stage = Stage.OPCODE;
      if (last) messageOpcode = 0;
    }
  }

  private byte[] room(int more) {
    var bytes = message == null ? NOTHING : message;
    int needed = messageSize + more;
    if (needed > bytes.length) {
      int grown = Math.max(Math.max(FIRST_PIECE, needed), bytes.length * 2);
      bytes = Arrays.copyOf(bytes, Math.min(MAX_MESSAGE, grown));
    }
    message = bytes;
    return bytes;
  }

  /** Copies and unmasks. The mask is rotated to fit the next byte. */
  private void read(ByteBuf in, byte[] into, int at, int count) {
    in.readBytes(into, at, count);
    mask = Masking.apply(mask, into, at, count);
  }

  private void broken(Sink sink, String reason) {
    stage = Stage.BROKEN;
    skipMessages();
    control = null;
    sink.violation(CloseCode.PROTOCOL_ERROR, reason);
  }
}
