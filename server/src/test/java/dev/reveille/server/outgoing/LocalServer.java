package dev.reveille.server.outgoing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that notes each request as it came and answers with the bytes that a test chooses. */
final class LocalServer implements AutoCloseable {
  /** Writes an answer. It may write slowly, without end, or nothing. */
  interface Answering {
    void answer(List<String> head, OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket socket;
  private final List<List<String>> heads = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final Thread accepting;

  LocalServer(ServerSocket socket, Answering answering) {
    this.socket = socket;
    accepting = Thread.ofVirtual().start(() -> accept(answering));
  }

  static LocalServer at(String address, int port, Answering answering) throws IOException {
    return new LocalServer(new ServerSocket(port, 50, InetAddress.ofLiteral(address)), answering);
  }

  static LocalServer of(Answering answering) throws IOException {
    return at("127.0.0.1", 0, answering);
  }

  static LocalServer answering(String answer) throws IOException {
    return of((_, out) -> out.write(answer.getBytes(StandardCharsets.UTF_8)));
  }

  private void accept(Answering answering) {
    while (!socket.isClosed()) {
      try {
        var accepted = socket.accept();
        open.add(accepted);
        Thread.ofVirtual().start(() -> serve(accepted, answering));
      } catch (IOException e) {
        if (!socket.isClosed()) throw new IllegalStateException(e);
      }
    }
  }

  private void serve(Socket accepted, Answering answering) {
    try (accepted) {
      var in =
          new BufferedReader(
              new InputStreamReader(accepted.getInputStream(), StandardCharsets.ISO_8859_1));
      var head = new ArrayList<String>();
      int length = 0;
      for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        head.add(line);
        if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(15).strip());
        }
      }
      if (head.isEmpty()) return;
      var body = new char[length];
      for (int read = 0; read < length; ) read += Math.max(1, in.read(body, read, length - read));
      bodies.add(new String(body));
      heads.add(head);
      answering.answer(head, accepted.getOutputStream());
      accepted.getOutputStream().flush();
    } catch (IOException | InterruptedException e) {
      // The client hung up, which several tests are about.
      heads.add(List.of("closed: " + e));
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  String url(String host, String path) {
    return "http://" + host + ":" + port() + path;
  }

  /** Returns the heads of the requests that came, line by line. */
  List<List<String>> heads() {
    return List.copyOf(heads);
  }

  List<String> bodies() {
    return List.copyOf(bodies);
  }

  /** Returns how many connections were accepted. */
  int connections() {
    return open.size();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (var each : open) each.close();
    accepting.interrupt();
  }
}
