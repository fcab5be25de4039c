package dev.reveille.server.edge.ws;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A WebSocket client that can do everything wrong. */
final class RawClient implements AutoCloseable {
  private static final byte[] MASK = {0x11, 0x22, 0x33, 0x44};

  /** A frame as the server sent it. Opcode -1 is the end of the connection. */
  static final class Received {
    private static final int END = -1;
    private final int opcode;
    private final byte[] payload;

    Received(int opcode, byte[] payload) {
      this.opcode = opcode;
      this.payload = payload;
    }

    int opcode() {
      return opcode;
    }

    byte[] payload() {
      return payload;
    }

    boolean isEnd() {
      return opcode == END;
    }

    String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    int closeCode() {
      return opcode == Opcode.CLOSE ? (payload[0] & 0xff) << 8 | (payload[1] & 0xff) : -opcode;
    }

    String closeReason() {
      return new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private String response = "";

  RawClient(Socket socket) {
    try {
      this.socket = socket;
      socket.setSoTimeout(20_000);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection without a request yet. */
  static RawClient dial(int port) {
    try {
      return new RawClient(new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RawClient connect(int port) {
    return dial(port).upgrade("/", Map.of());
  }

  static String request(String path, Map<String, String> headers) {
    var request = new StringBuilder("GET " + path + " HTTP/1.1\r\n");
    if (!headers.containsKey("Host")) request.append("Host: 127.0.0.1:1\r\n");
    request.append("Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n");
    request.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    if (!headers.containsKey("Sec-WebSocket-Version")) {
      request.append("Sec-WebSocket-Version: 13\r\n");
    }
    headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
    return request.append("\r\n").toString();
  }

  RawClient upgrade(String path, Map<String, String> headers) {
    send(request(path, headers).getBytes(StandardCharsets.ISO_8859_1));
    response = head();
    return this;
  }

  /** Status line and headers of the answer to the upgrade. */
  String response() {
    return response;
  }

  /** Reads up to the empty line. */
  String head() {
    var head = new ByteArrayOutputStream();
    try {
      while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) break;
        head.write(next);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  /** Reads until the server ends the connection. */
  String rest() {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends bytes as they are; a connection the server has ended is not an error. */
  RawClient send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (SocketException e) {
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  RawClient text(String text) {
    return frame(0x80 | Opcode.TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  RawClient frame(int first, byte... payload) {
    return send(masked(first, payload));
  }

  RawClient close(int code) {
    return frame(0x80 | Opcode.CLOSE, (byte) (code >> 8), (byte) code);
  }

  static byte[] masked(int first, byte[] payload) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(header(first, payload.length));
    for (int i = 0; i < payload.length; i++) out.write(payload[i] ^ MASK[i & 3]);
    return out.toByteArray();
  }

  /** A header and mask alone, announcing any length. */
  static byte[] header(int first, long length) {
    var out = new ByteArrayOutputStream();
    out.write(first);
    if (length < 126) {
      out.write(0x80 | (int) length);
    } else if (length < 0x10000) {
      out.write(0x80 | 126);
      out.write((int) length >> 8);
      out.write((int) length);
    } else {
      out.write(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) out.write((int) (length >> shift));
    }
    out.writeBytes(MASK);
    return out.toByteArray();
  }

  Received read() {
    try {
      int opcode = in.readUnsignedByte() & 0x0f;
      int second = in.readUnsignedByte();
      long length = second & 0x7f;
      if (length == 126) {
        length = in.readUnsignedShort();
      } else if (length == 127) {
        length = in.readLong();
      }
      var payload = new byte[Math.toIntExact(length)];
      in.readFully(payload);
      return new Received(opcode, payload);
    } catch (EOFException | SocketException e) {
      return new Received(Received.END, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next text, skipping pings. */
  String readText() {
    var next = read();
    while (next.opcode() == Opcode.PING) next = read();
    if (next.opcode() != Opcode.TEXT) {
      throw new AssertionError("Not a text but opcode " + next.opcode());
    }
    return next.text();
  }

  /** Reads past everything up to a close frame or the end. */
  Received readToClose() {
    var next = read();
    while (next.opcode() != Opcode.CLOSE && !next.isEnd()) next = read();
    return next;
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
