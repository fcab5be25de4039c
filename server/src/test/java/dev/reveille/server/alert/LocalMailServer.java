package dev.reveille.server.alert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A mail server that notes each line that it gets. */
final class LocalMailServer implements AutoCloseable {
  private final ServerSocket socket;
  private final @Nullable SSLContext tls;
  private final boolean fromTheStart;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread accepting;

  /** Is put before the answer to STARTTLS. */
  volatile String injected = "";

  volatile String answerToReceiver = "250 ok";

  /**
   * @param tls absent = plain text only
   * @param fromTheStart true if it speaks TLS without STARTTLS
   */
  LocalMailServer(@Nullable SSLContext tls, boolean fromTheStart) throws IOException {
    this.tls = tls;
    this.fromTheStart = fromTheStart;
    socket = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
    accepting = Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** Returns what came, each line with {@code tls} or {@code plain} before it. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try (var accepted = socket.accept()) {
        serve(fromTheStart ? secured(accepted) : accepted);
      } catch (IOException e) {
        lines.add("closed");
      }
    }
  }

  private Socket secured(Socket plain) throws IOException {
    if (tls == null) throw new IOException("no TLS");
    var secure =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
    secure.setUseClientMode(false);
    secure.startHandshake();
    return secure;
  }

  private void serve(Socket start) throws IOException {
    var current = start;
    var in = reader(current);
    say(current, "220 local ready");
    boolean data = false;
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      lines.add((current instanceof SSLSocket ? "tls " : "plain ") + line);
      if (data) {
        if (!line.equals(".")) continue;
        data = false;
        say(current, "250 queued");
      } else if (line.startsWith("EHLO")) {
        boolean offers = tls != null && !(current instanceof SSLSocket);
        say(
            current,
            "250-local",
            offers ? "250-STARTTLS" : "250-AUTH PLAIN LOGIN",
            "250 SIZE 10000");
      } else if (line.equals("STARTTLS")) {
        say(current, "220 go on" + injected);
        current = secured(current);
        in = reader(current);
      } else if (line.startsWith("AUTH")) {
        say(current, "235 welcome");
      } else if (line.startsWith("RCPT")) {
        say(current, answerToReceiver);
      } else if (line.equals("DATA")) {
        data = true;
        say(current, "354 go on");
      } else if (line.equals("QUIT")) {
        say(current, "221 bye");
        return;
      } else {
        say(current, "250 ok");
      }
    }
  }

  private static BufferedReader reader(Socket from) throws IOException {
    return new BufferedReader(new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void say(Socket to, String... answers) throws IOException {
    to.getOutputStream()
        .write((String.join("\r\n", answers) + "\r\n").getBytes(StandardCharsets.UTF_8));
    to.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    accepting.interrupt();
  }
}
