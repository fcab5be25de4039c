package dev.reveille.server.fuzz;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A WebSocket client that writes whatever it is told to. One thread writes, one reads. */
final class FuzzSocket implements AutoCloseable {
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int FIN = 0x80;

  /** A frame as the server sent it; opcode -1 is the end; the code is that of a close frame. */
  record Received(int opcode, String text, int code) {
    static Received of(int opcode, byte[] payload) {
      boolean coded = opcode == CLOSE && payload.length >= 2;
      int code = coded ? (payload[0] & 0xff) << 8 | (payload[1] & 0xff) : 0;
      return new Received(opcode, new String(payload, StandardCharsets.UTF_8), code);
    }

    boolean isEnd() {
      return opcode < 0;
    }
  }

  private static final int PATIENCE_MILLIS = 30_000;
  private static final byte[] MASK = {0x5a, 0x17, 0x33, 0x7e};

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  private FuzzSocket(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 14));
      out = new BufferedOutputStream(socket.getOutputStream(), 1 << 14);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection that has said nothing. */
  static FuzzSocket dial(int port) {
    return new FuzzSocket(port);
  }

  /** A connection that speaks WebSocket. */
  static FuzzSocket open(int port) {
    var client = new FuzzSocket(port);
    client.raw(upgrade("")).flush();
    var head = client.head();
    if (!head.startsWith("HTTP/1.1 101 ")) throw new AssertionError("No upgrade: " + head);
    return client;
  }

  static byte[] upgrade(String moreHeaders) {
    return ("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + moreHeaders
            + "\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads up to an empty line or the end. */
  String head() {
    var head = new StringBuilder();
    try {
      int next;
      while (head.indexOf("\r\n\r\n") < 0 && (next = in.read()) >= 0) head.append((char) next);
    } catch (IOException e) {
      return head.toString();
    }
    return head.toString();
  }

  /** Bytes as they are. A connection that the server has ended is no error here. */
  FuzzSocket raw(byte[] bytes) {
    try {
      out.write(bytes);
    } catch (IOException e) {
      return this;
    }
    return this;
  }

  /** One masked frame; {@code first} is its first byte. */
  FuzzSocket frame(int first, byte[] payload, int from, int to) {
    var masked = new byte[to - from];
    for (int i = 0; i < masked.length; i++) masked[i] = (byte) (payload[from + i] ^ MASK[i & 3]);
    return raw(header(first, masked.length)).raw(masked);
  }

  FuzzSocket frame(int first, byte... payload) {
    return frame(first, payload, 0, payload.length);
  }

  /** A message in as many frames as the dice say. */
  FuzzSocket message(Dice dice, byte[] payload, boolean binary) {
    int opcode = binary ? BINARY : TEXT;
    int from = 0;
    while (dice.chance(0.15)) {
      int to = from + dice.below(payload.length - from + 1);
      frame(opcode, payload, from, to);
      if (dice.chance(0.3)) frame(FIN | PING, dice.bytes(125));
      opcode = 0;
      from = to;
    }
    return frame(FIN | opcode, payload, from, payload.length);
  }

  /** A header and mask that announce any length. */
  static byte[] header(int first, long length) {
    int extra = length < 0 || length > 0xffff ? 8 : length < 126 ? 0 : 2;
    var header = new byte[2 + extra + MASK.length];
    header[0] = (byte) first;
    header[1] = (byte) (0x80 | (extra == 0 ? length : extra == 2 ? 126 : 127));
    for (int i = 0; i < extra; i++) header[2 + i] = (byte) (length >> (8 * (extra - 1 - i)));
    System.arraycopy(MASK, 0, header, 2 + extra, MASK.length);
    return header;
  }

  FuzzSocket flush() {
    try {
      out.flush();
    } catch (IOException e) {
      return this;
    }
    return this;
  }

  /** The next frame, or the end; a server that says nothing for long is a failure. */
  Received read() {
    try {
      int opcode = in.readUnsignedByte() & 0x0f;
      long length = in.readUnsignedByte() & 0x7f;
      if (length == 126) length = in.readUnsignedShort();
      else if (length == 127) length = in.readLong();
      var payload = new byte[Math.toIntExact(length)];
      in.readFully(payload);
      return Received.of(opcode, payload);
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("The server says nothing", e);
    } catch (IOException e) {
      return new Received(-1, "", 0);
    }
  }

  /** Ends without a farewell: the other side sees a reset. */
  void reset() {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
