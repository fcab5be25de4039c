package dev.reveille.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ClientMessages;
import dev.reveille.protocol.JsonText;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.protocol.ServerMessages;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** The other end of the client's socket: a WebSocket acceptor that says only what a test tells. */
final class Peer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final ServerSocket door;

  Peer() throws IOException {
    this(0);
  }

  Peer(int port) throws IOException {
    door = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    door.setSoTimeout(PATIENCE_MILLIS);
  }

  int port() {
    return door.getLocalPort();
  }

  URI uri() {
    return URI.create("ws://127.0.0.1:" + door.getLocalPort());
  }

  /** The next connection, upgraded. */
  Line accept() throws IOException {
    var socket = door.accept();
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new Line(socket);
  }

  /** The next connection, upgraded, identified without a key and welcomed. */
  Line welcome(String agentId) throws IOException {
    var line = accept();
    if (!(line.read() instanceof ClientMessage.Identify identify)) {
      throw new AssertionError("not an IDENTIFY");
    }
    line.say(new ServerMessage.Welcome(agentId, identify.name(), "peer", null, null, null, null));
    return line;
  }

  @Override
  public void close() throws IOException {
    door.close();
  }

  /** One upgraded connection. */
  static final class Line {
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    private Line(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      this.out = socket.getOutputStream();
      String key = "";
      for (var line = header(); !line.isEmpty(); line = header()) {
        if (line.regionMatches(true, 0, "Sec-WebSocket-Key:", 0, 18)) {
          key = line.substring(18).trim();
        }
      }
      var answer =
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + ("Sec-WebSocket-Accept: " + proof(key) + "\r\n\r\n");
      out.write(answer.getBytes(ISO_8859_1));
      out.flush();
    }

    private String header() throws IOException {
      var line = new StringBuilder();
      for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
        if (c != '\r') line.append((char) c);
      }
      return line.toString();
    }

    private static String proof(String key) {
      try {
        var sha1 = MessageDigest.getInstance("SHA-1");
        var text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
        return Base64.getEncoder().encodeToString(sha1.digest(text.getBytes(ISO_8859_1)));
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }

    /** The next text, or "" when the other side said good-bye. */
    String hear() throws IOException {
      while (true) {
        int opcode = in.readUnsignedByte() & 0x0F;
        long length = in.readUnsignedByte() & 0x7F;
        if (length == 126) length = in.readUnsignedShort();
        if (length == 127) length = in.readLong();
        var mask = in.readNBytes(4);
        var payload = in.readNBytes((int) length);
        for (int i = 0; i < payload.length; i++) payload[i] ^= mask[i % 4];
        if (opcode == 8) return "";
        if (opcode == 1) return new String(payload, UTF_8);
      }
    }

    /** The next message, which must be one that a server accepts. */
    ClientMessage read() throws IOException {
      var text = hear();
      return switch (ClientMessages.read(text)) {
        case ClientMessages.Read.Valid(var message) -> message;
        case ClientMessages.Read.Invalid(var reason, var _) ->
            throw new AssertionError(reason + ": " + text);
      };
    }

    void say(ServerMessage message) throws IOException {
      say(new String(ServerMessages.write(message, 1), UTF_8));
    }

    void say(String text) throws IOException {
      frame(0x81, text.getBytes(UTF_8));
    }

    /** The message of another agent in a channel. */
    void chat(String to, long seq, String content) throws IOException {
      say(msg("@other", to, seq, content));
    }

    /** The acknowledgement of a client's message. */
    void echo(String from, ClientMessage.Msg sent, long seq) throws IOException {
      var json = ServerMessages.write(msg(from, sent.to(), seq, sent.content()), 1);
      var id = JsonText.quote(String.valueOf(sent.clientMsgId()));
      say(new String(JsonText.with(json, "client_msg_id", id), UTF_8));
    }

    void joined(String channel, long firstSeq, long lastSeq) throws IOException {
      say(new ServerMessage.Joined(channel, List.of(), firstSeq, lastSeq));
    }

    static ServerMessage.Msg msg(String from, String to, long seq, String content) {
      return new ServerMessage.Msg(seq, from, from.substring(1), to, content, seq, "m", false, "");
    }

    /** A text in several frames. */
    void sayInParts(String text, int size) throws IOException {
      var bytes = text.getBytes(UTF_8);
      for (int at = 0; at < bytes.length; at += size) {
        int end = Math.min(bytes.length, at + size);
        int first = (at == 0 ? 0x01 : 0x00) | (end == bytes.length ? 0x80 : 0);
        frame(first, java.util.Arrays.copyOfRange(bytes, at, end));
      }
    }

    private void frame(int first, byte[] payload) throws IOException {
      var head = new java.io.ByteArrayOutputStream();
      head.write(first);
      if (payload.length < 126) {
        head.write(payload.length);
      } else if (payload.length < 65_536) {
        head.write(126);
        head.write(payload.length >> 8);
        head.write(payload.length);
      } else {
        head.write(127);
        for (int shift = 56; shift >= 0; shift -= 8) {
          head.write((int) ((long) payload.length >> shift));
        }
      }
      head.write(payload);
      out.write(head.toByteArray());
      out.flush();
    }

    /** Ends the connection without a word. */
    void cut() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }
}
