package dev.reveille.e2e;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A WebSocket that reads only when it is told to: a client that sleeps with open eyes. */
final class RawSocket implements AutoCloseable {
  private static final int SMALL = 4096;
  private final Socket socket = new Socket();
  private final DataInputStream in;

  /** Connects and upgrades. The kernel is asked to hold as little as it can. */
  RawSocket(String host, int port) throws IOException {
    socket.setReceiveBufferSize(SMALL);
    socket.setSoTimeout(60_000);
    socket.connect(new InetSocketAddress(host, port));
    in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write(upgradeRequest(host + ":" + port, "X-Nothing: here"));
    var head = head(in);
    if (!head.startsWith("HTTP/1.1 101")) throw new IOException(head);
  }

  static byte[] upgradeRequest(String host, String header) {
    return """
    GET / HTTP/1.1
    Host: %s
    Upgrade: websocket
    Connection: Upgrade
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
    Sec-WebSocket-Version: 13
    %s

    """
        .formatted(host, header)
        .replace("\n", "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  static String head(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    int line = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      head.write(b);
      if (b == '\n') {
        if (line <= 1) break;
        line = 0;
      } else {
        line++;
      }
    }
    return head.toString(StandardCharsets.US_ASCII);
  }

  /** A short text, masked with zeros. */
  void send(String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 125) throw new IllegalArgumentException("too long for this frame");
    var frame = new byte[6 + bytes.length];
    frame[0] = (byte) 0x81;
    frame[1] = (byte) (0x80 | bytes.length);
    System.arraycopy(bytes, 0, frame, 6, bytes.length);
    socket.getOutputStream().write(frame);
  }

  /** Reads frames until one contains the text. */
  void awaitText(String text) throws IOException {
    while (true) {
      in.readUnsignedByte();
      long length = in.readUnsignedByte();
      if (length == 126) length = in.readUnsignedShort();
      else if (length == 127) length = in.readLong();
      var payload = in.readNBytes((int) length);
      if (new String(payload, StandardCharsets.UTF_8).contains(text)) return;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
