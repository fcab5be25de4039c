package dev.reveille.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The server's end of one connection: just enough HTTP and WebSocket for the client. */
final class TinySocket implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;
  private String key = "";

  TinySocket(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** Reads the head of the request. Returns its first line. */
  String request() throws IOException {
    var request = line();
    for (var h = line(); !h.isEmpty(); h = line()) {
      if (h.regionMatches(true, 0, "Sec-WebSocket-Key:", 0, 18)) key = h.substring(18).strip();
    }
    return request;
  }

  /** Returns the key of the upgrade; empty if the request asks for a page. */
  String key() {
    return key;
  }

  void upgrade() throws IOException {
    http(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + ("Sec-WebSocket-Accept: " + proof(key) + "\r\n\r\n"));
  }

  void page(String body) throws IOException {
    http(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + (body.getBytes(UTF_8).length + "\r\nConnection: close\r\n\r\n"));
    socket.getOutputStream().write(body.getBytes(UTF_8));
  }

  private void http(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  void reply(ServerMessage message) throws IOException {
    write(ServerMessages.write(message, 1));
  }

  synchronized void write(byte[] payload) throws IOException {
    var out = new ByteArrayOutputStream();
    out.write(0x81);
    if (payload.length < 126) {
      out.write(payload.length);
    } else {
      out.write(126);
      out.write(payload.length >> 8);
      out.write(payload.length);
    }
    out.write(payload);
    socket.getOutputStream().write(out.toByteArray());
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }

  String frame() throws IOException {
    while (true) {
      int opcode = in.readUnsignedByte() & 0x0F;
      int length = in.readUnsignedByte() & 0x7F;
      if (length == 126) length = in.readUnsignedShort();
      else if (length == 127) length = (int) in.readLong();
      var mask = in.readNBytes(4);
      var payload = in.readNBytes(length);
      for (int i = 0; i < payload.length; i++) payload[i] ^= mask[i % 4];
      if (opcode == 8) return "";
      if (opcode == 1) return new String(payload, UTF_8);
    }
  }

  private static String proof(String key) {
    try {
      var text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
      var hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
