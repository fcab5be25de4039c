package dev.reveille.client;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * Reads the frames of a server and makes those of a client (RFC 6455).
 *
 * <p>A message that came in parts is returned whole. A frame that breaks the rules, and a message
 * that is too long, is an {@link IOException} with a sentence.
 */
final class WireFrames {
  static final int TEXT = 1;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  private static final int CONTINUATION = 0;
  private static final int BINARY = 2;
  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;
  private static final int MAX_CONTROL = 125;

  private final DataInputStream in;
  private final int maxMessage;

  /** The parts of a message that is not complete. */
  private final ByteArrayOutputStream parts = new ByteArrayOutputStream();

  private int begun = CONTINUATION;

  WireFrames(InputStream in, int maxMessage) {
    this.in = new DataInputStream(in);
    this.maxMessage = maxMessage;
  }

  /** A control frame, or a whole message. */
  static final class Message {
    private final int opcode;
    private final byte[] payload;

    private Message(int opcode, byte[] payload) {
      this.opcode = opcode;
      this.payload = payload;
    }

    int opcode() {
      return opcode;
    }

    byte[] payload() {
      return payload;
    }

    /**
     * Returns the payload as text.
     *
     * @throws IOException if it is not UTF-8
     */
    String text() throws IOException {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
      } catch (CharacterCodingException e) {
        throw new IOException("text that is not UTF-8", e);
      }
    }

    /** Returns the status of a close frame and its reason, for people. */
    String closing() {
      if (payload.length < 2) return "1005";
      int status = ((payload[0] & 0xFF) << 8) | (payload[1] & 0xFF);
      var reason = new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
      return status + (reason.isEmpty() ? "" : " " + reason);
    }
  }

  /** Waits for the next control frame or whole message. */
  Message next() throws IOException {
    while (true) {
      int head = in.readUnsignedByte();
      int size = in.readUnsignedByte();
      boolean last = (head & FINAL) != 0;
      int opcode = head & 0x0F;
      if ((head & 0x70) != 0 || (size & MASKED) != 0) throw new IOException("a wrong frame");
      long length = length(size);
      if (opcode >= CLOSE) {
        if (!last || length > MAX_CONTROL || opcode > PONG) throw new IOException("a wrong frame");
        return new Message(opcode, payload((int) length));
      }
      begin(opcode);
      if (parts.size() + length > maxMessage) throw new IOException("a message that is too long");
      if (last && parts.size() == 0) return end(payload((int) length));
      parts.write(payload((int) length));
      if (last) return end(parts.toByteArray());
    }
  }

  private void begin(int opcode) throws IOException {
    boolean first = begun == CONTINUATION;
    boolean right = first ? opcode == TEXT || opcode == BINARY : opcode == CONTINUATION;
    if (!right) throw new IOException("a wrong frame");
    if (first) begun = opcode;
  }

  private Message end(byte[] payload) {
    var message = new Message(begun, payload);
    begun = CONTINUATION;
    parts.reset();
    return message;
  }

  private long length(int size) throws IOException {
    if (size < 126) return size;
    long length = size == 126 ? in.readUnsignedShort() : in.readLong();
    if (length < 0) throw new IOException("a wrong frame");
    return length;
  }

  private byte[] payload(int length) throws IOException {
    var payload = in.readNBytes(length);
    if (payload.length < length) throw new EOFException("closed inside a frame");
    return payload;
  }

  /** True if the frame that {@link #frame} made ends the connection. */
  static boolean isClose(byte[] frame) {
    return (frame[0] & 0x0F) == CLOSE;
  }

  /** Returns a whole frame of a client, masked as the rules demand. */
  static byte[] frame(int opcode, byte[] payload, RandomGenerator random) {
    int length = payload.length;
    int extended = length < 126 ? 0 : length <= 0xFFFF ? 2 : 8;
    var frame = ByteBuffer.allocate(2 + extended + 4 + length);
    frame.put((byte) (FINAL | opcode));
    frame.put((byte) (MASKED | (extended == 0 ? length : extended == 2 ? 126 : 127)));
    if (extended == 2) frame.putShort((short) length);
    if (extended == 8) frame.putLong(length);
    var mask = new byte[4];
    random.nextBytes(mask);
    frame.put(mask);
    var bytes = frame.array();
    int at = frame.position();
    for (int i = 0; i < length; i++) bytes[at + i] = (byte) (payload[i] ^ mask[i & 3]);
    return bytes;
  }
}
