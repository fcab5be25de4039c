package dev.reveille.server.app;

import dev.reveille.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Asks a server's pages by hand, with whatever headers a test likes. */
final class Web {
  private final int port;
  private final List<String> headers;

  private Web(int port, List<String> headers) {
    this.port = port;
    this.headers = headers;
  }

  /** A browser on this machine. */
  static Web of(Server server) {
    return at(server.port());
  }

  /** The same at another of its ports. */
  static Web at(int port) {
    return new Web(port, List.of("Host: localhost:" + port));
  }

  /** The same with another header, which replaces one of its name. */
  Web with(String name, String value) {
    var all = new ArrayList<>(headers);
    all.removeIf(h -> h.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"));
    all.add(name + ": " + value);
    return new Web(port, all);
  }

  /**
   * The answer to a request.
   *
   * @param headers by their names in lower case
   */
  record Answer(int status, Map<String, String> headers, String body) {
    JsonNode json() {
      return Json.read(body).orElseThrow(() -> new AssertionError("no JSON: " + body));
    }

    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /** Returns what a browser would send back of the cookie. */
    String cookie() {
      return header("Set-Cookie").replaceFirst(";.*", "");
    }
  }

  Answer get(String target) throws IOException {
    return ask("GET", target, "");
  }

  Answer post(String target, String json) throws IOException {
    return with("Content-Type", "application/json").ask("POST", target, json);
  }

  Answer ask(String method, String target, String body) throws IOException {
    try (var socket = open(method, target, body)) {
      var all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int end = all.indexOf("\r\n\r\n");
      var lines = all.substring(0, end).split("\r\n", -1);
      var fields = new TreeMap<String, String>();
      for (int i = 1; i < lines.length; i++) {
        var pair = lines[i].split(": ", 2);
        fields.put(pair[0].toLowerCase(Locale.ROOT), pair[1]);
      }
      return new Answer(
          Integer.parseInt(lines[0].split(" ", -1)[1]), fields, all.substring(end + 4));
    }
  }

  /** Sends a request. The caller reads its answer, or hangs up. */
  Socket open(String method, String target, String body) throws IOException {
    var socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    socket.setSoTimeout(20_000);
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head = method + " " + target + " HTTP/1.1\r\n" + String.join("\r\n", headers);
    if (method.equals("POST")) head += "\r\nContent-Length: " + bytes.length;
    socket
        .getOutputStream()
        .write((head + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().write(bytes);
    return socket;
  }

  /** Follows the stream; the headers hold for it too. */
  Following follow(String target) throws IOException {
    return new Following(open("GET", target, ""));
  }

  /** One server-sent event. */
  record Said(String id, String event, String data) {
    JsonNode json() {
      return Json.read(data).orElseThrow();
    }
  }

  /** A reader of server-sent events. */
  static final class Following implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final long began = System.nanoTime();
    private final Socket socket;
    private final StringBuilder everything = new StringBuilder();

    Following(Socket socket) throws IOException {
      this.socket = socket;
      var head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) head.append((char) socket.getInputStream().read());
      if (!head.toString().startsWith("HTTP/1.1 200 ")) throw new AssertionError(head.toString());
    }

    /** A line of the body: the sizes of its chunks are between two ends of lines. */
    private String line() throws IOException {
      // The numbers come every second: a read that waits too long would never time out.
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new AssertionError("what was awaited did not come: " + everything);
      }
      var bytes = new java.io.ByteArrayOutputStream();
      while (true) {
        int next = socket.getInputStream().read();
        if (next < 0) throw new AssertionError("the stream ended after " + everything);
        if (next == '\r') {
          // The end of a chunk, or of the line with the size of one.
          if (socket.getInputStream().read() != '\n') throw new AssertionError("no chunk");
          bytes.reset();
          continue;
        }
        if (next == '\n') break;
        bytes.write(next);
      }
      var line = bytes.toString(StandardCharsets.UTF_8);
      everything.append(line).append('\n');
      return line;
    }

    Said next() throws IOException {
      var id = "";
      var event = "";
      var data = "";
      while (true) {
        var line = line();
        if (line.startsWith("id: ")) id = line.substring(4);
        else if (line.startsWith("event: ")) event = line.substring(7);
        else if (line.startsWith("data: ")) data = line.substring(6);
        else if (line.isEmpty() && !(id + event + data).isEmpty()) return new Said(id, event, data);
      }
    }

    Said await(Predicate<Said> wanted) throws IOException {
      while (true) {
        var said = next();
        if (wanted.test(said)) return said;
      }
    }

    Said await(String event) throws IOException {
      return await(said -> said.event().equals(event));
    }

    /** Reads on, and looks at nothing, until this was said; false if it never was. */
    boolean skipTo(String text) throws IOException {
      var piece = new byte[64 << 10];
      var end = "";
      while (true) {
        int length = socket.getInputStream().read(piece);
        if (length < 0) return false;
        var seen = end + new String(piece, 0, length, StandardCharsets.ISO_8859_1);
        if (seen.contains(text)) return true;
        end = seen.substring(Math.max(0, seen.length() - text.length()));
      }
    }

    /** All that comes until the server ends it. */
    String rest() throws IOException {
      var bytes = new java.io.ByteArrayOutputStream();
      for (int next; (next = socket.getInputStream().read()) >= 0; ) {
        if (System.nanoTime() - began > PATIENCE.toNanos()) {
          throw new AssertionError("it did not end: " + bytes.toString(StandardCharsets.UTF_8));
        }
        bytes.write(next);
      }
      return bytes.toString(StandardCharsets.UTF_8);
    }

    /** All that came so far. */
    String everything() {
      return everything.toString();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
