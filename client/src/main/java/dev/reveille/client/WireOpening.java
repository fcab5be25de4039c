package dev.reveille.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Opens a WebSocket: connects, with TLS for {@code wss}, and asks the server to change from HTTP to
 * WebSocket.
 *
 * <p>It is a plain socket and not {@link java.net.http.HttpClient}, because that client loads the
 * machine's certificates and some 300 classes also for a {@code ws} address, which is most of the
 * time of a short command.
 */
final class WireOpening {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private static final String ACCEPT = "Sec-WebSocket-Accept";
  private static final int SWITCHING = 101;

  /** No server sends a longer head. */
  private static final int MAX_HEAD = 64 << 10;

  private final URI uri;
  private final long deadline;
  private final RandomGenerator random;

  WireOpening(URI uri, Duration timeout, RandomGenerator random) {
    this.uri = uri;
    this.deadline = System.nanoTime() + timeout.toNanos();
    this.random = random;
  }

  /**
   * A socket on which the server has changed to WebSocket.
   *
   * @param in may hold bytes that came behind the server's answer
   */
  record Open(Socket socket, InputStream in) {}

  /** Connects to the first of the host's addresses that answers. */
  Open open() throws IOException {
    var socket = connect();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(left());
      if (isTls()) socket = secured(socket);
      var in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
      upgrade(socket, in);
      socket.setSoTimeout(0);
      return new Open(socket, in);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private boolean isTls() {
    return "wss".equalsIgnoreCase(uri.getScheme());
  }

  private int port() {
    return uri.getPort() >= 0 ? uri.getPort() : isTls() ? 443 : 80;
  }

  /** Returns the host without the brackets of an IPv6 address. */
  private String host() {
    var host = String.valueOf(uri.getHost());
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private Socket connect() throws IOException {
    IOException first = null;
    for (var address : InetAddress.getAllByName(host())) {
      var socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, port()), left());
        return socket;
      } catch (IOException e) {
        socket.close();
        if (first == null) first = e;
        else first.addSuppressed(e);
      }
    }
    throw first == null ? new IOException("no address") : first;
  }

  private Socket secured(Socket socket) throws IOException {
    var secured = (SSLSocket) factory().createSocket(socket, host(), port(), /* autoClose= */ true);
    var checks = secured.getSSLParameters();
    // Without it any certificate that is trusted would do, also another host's.
    checks.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(checks);
    secured.startHandshake();
    return secured;
  }

  private static SSLSocketFactory factory() throws IOException {
    try {
      return SSLContext.getDefault().getSocketFactory();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("the machine's certificates cannot be read", e);
    }
  }

  private void upgrade(Socket socket, InputStream in) throws IOException {
    var nonce = new byte[16];
    random.nextBytes(nonce);
    var key = Base64.getEncoder().encodeToString(nonce);
    var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    var authority = uri.getHost() + (uri.getPort() >= 0 ? ":" + uri.getPort() : "");
    var request =
        ("GET " + path + query + " HTTP/1.1\r\nHost: " + authority)
            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + ("Sec-WebSocket-Key: " + key + "\r\nUser-Agent: reveille\r\n\r\n");
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    check(head(in), proof(key));
  }

  private static void check(String head, String proof) throws IOException {
    int status = status(head);
    if (status != SWITCHING) throw new NotUpgraded(status);
    for (var line : head.split("\n", -1)) {
      int colon = line.indexOf(':');
      if (colon < 0 || !line.substring(0, colon).strip().equalsIgnoreCase(ACCEPT)) continue;
      if (line.substring(colon + 1).strip().equals(proof)) return;
    }
    throw new IOException("the server did not prove that it speaks WebSocket");
  }

  /** Returns the number of a line such as {@code HTTP/1.1 101 Switching Protocols}. */
  private static int status(String head) throws IOException {
    int from = head.indexOf(' ') + 1;
    try {
      if (head.startsWith("HTTP/1.")) return Integer.parseInt(head, from, from + 3, 10);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      // said below
    }
    throw new IOException("no HTTP");
  }

  /** Reads to the empty line, without taking a byte of what follows. */
  private String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    boolean ended = false;
    while (!ended) {
      // A server that sends a byte now and then is late all the same.
      var _ = left();
      if (head.length() > MAX_HEAD) throw new IOException("an endless head");
      int c = in.read();
      if (c < 0) throw new EOFException("closed before the answer was complete");
      head.append((char) c);
      ended = c == '\n' && (endsWith(head, "\n\r\n") || endsWith(head, "\n\n"));
    }
    return head.toString();
  }

  private static boolean endsWith(StringBuilder text, String end) {
    return text.length() >= end.length() && text.indexOf(end, text.length() - end.length()) >= 0;
  }

  private int left() throws SocketTimeoutException {
    long millis = (deadline - System.nanoTime()) / 1_000_000;
    if (millis <= 0) throw new SocketTimeoutException("no time left");
    return (int) Math.min(millis, Integer.MAX_VALUE);
  }

  private static String proof(String key) {
    try {
      var hash = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
