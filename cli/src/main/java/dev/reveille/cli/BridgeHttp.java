package dev.reveille.cli;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Requests of HTTP/1.1 to one server over plain sockets. {@link java.net.http.HttpClient} takes
 * longer to load than everything else that the bridge does before its first answer.
 *
 * <p>A connection carries one request at a time, and is used again when its answer was read to the
 * end. Safe for all threads.
 */
final class BridgeHttp implements AutoCloseable {
  /** The server sends something at least this often: an answer, or a sign that it is alive. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private static final Duration CONNECTING = Duration.ofSeconds(60);

  /** A connection that was idle for longer may have been closed by the server. */
  private static final long MOST_IDLE_NANOS = Duration.ofSeconds(20).toNanos();

  private static final int MOST_IDLE = 8;
  private static final int MAX_LINE = 64 << 10;

  private final URI server;

  /* Guarded by this monitor. */
  private final ArrayDeque<Link> idle = new ArrayDeque<>();
  private final Set<Socket> open = new HashSet<>();
  private boolean closed;

  BridgeHttp(URI server) {
    this.server = server;
  }

  /** One connection. Used by one thread at a time. */
  private static final class Link {
    private final Socket socket;
    private final InputStream in;
    private long idleSince;

    Link(Socket socket) throws IOException {
      this.socket = socket;
      in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
    }

    /** True if the server has not closed it. */
    boolean isAlive() {
      try {
        if (System.nanoTime() - idleSince > MOST_IDLE_NANOS) return false;
        socket.setSoTimeout(1);
        var _ = in.read(); // the end, or something that nobody asked for
        return false;
      } catch (SocketTimeoutException e) {
        return true;
      } catch (IOException e) {
        return false;
      }
    }
  }

  /**
   * Sends a request and returns its answer, whose body must be read or closed.
   *
   * @param path of the server
   * @param headers by their names
   * @param body null for a GET
   * @throws ConnectException if nothing was sent
   */
  Answer send(String path, Map<String, String> headers, @Nullable String body) throws IOException {
    var link = link();
    try {
      link.socket.setSoTimeout((int) SILENCE.toMillis());
      link.socket.getOutputStream().write(request(path, headers, body));
      return answer(link);
    } catch (IOException | RuntimeException e) {
      end(link);
      throw e;
    }
  }

  private byte[] request(String path, Map<String, String> headers, @Nullable String body) {
    var content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    var head = new StringBuilder(512);
    head.append(body == null ? "GET " : "POST ").append(path).append(" HTTP/1.1\r\nHost: ");
    head.append(server.getRawAuthority()).append("\r\nUser-Agent: reveille\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (body != null) head.append("Content-Length: ").append(content.length).append("\r\n");
    var first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    var all = new byte[first.length + content.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(content, 0, all, first.length, content.length);
    return all;
  }

  private Link link() throws IOException {
    while (true) {
      Link link;
      synchronized (this) {
        if (closed) throw new IOException("closed");
        link = idle.pollLast();
      }
      if (link == null) return connect();
      if (link.isAlive()) return link;
      end(link);
    }
  }

  private Link connect() throws IOException {
    var host = String.valueOf(server.getHost());
    var name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    boolean tls = "https".equals(server.getScheme());
    int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
    var failed = new ConnectException(host + ":" + port);
    for (var address : InetAddress.getAllByName(name)) {
      var socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, port), (int) CONNECTING.toMillis());
        socket.setTcpNoDelay(true);
        return opened(tls ? secured(socket, name, port) : socket);
      } catch (IOException e) {
        socket.close();
        failed.addSuppressed(e);
      }
    }
    throw failed;
  }

  private synchronized Link opened(Socket socket) throws IOException {
    if (closed) throw new IOException("closed");
    open.add(socket);
    return new Link(socket);
  }

  private static Socket secured(Socket socket, String host, int port) throws IOException {
    try {
      var factory = SSLContext.getDefault().getSocketFactory();
      var secured = (SSLSocket) factory.createSocket(socket, host, port, /* autoClose= */ true);
      var checks = secured.getSSLParameters();
      // Without it any certificate that is trusted would do, also another host's.
      checks.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(checks);
      secured.startHandshake();
      return secured;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("the machine's certificates cannot be read", e);
    }
  }

  private Answer answer(Link link) throws IOException {
    int status = 0;
    var headers = new TreeMap<String, String>();
    while (status < 200) { // 1xx answers come before the real one
      status = status(line(link.in));
      headers.clear();
      for (var line = line(link.in); !line.isEmpty(); line = line(link.in)) {
        int colon = line.indexOf(':');
        if (colon < 0) throw new IOException("a header without a name");
        headers.put(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).strip());
      }
    }
    return new Answer(link, status, headers);
  }

  private static int status(String line) throws IOException {
    try {
      if (line.startsWith("HTTP/1.1 ")) return Integer.parseInt(line, 9, 12, 10);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      // said below
    }
    throw new IOException("no HTTP");
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) throw new EOFException("closed before the answer was complete");
      if (line.length() > MAX_LINE) throw new IOException("an endless line");
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }

  private void keep(Link link) {
    link.idleSince = System.nanoTime();
    synchronized (this) {
      if (!closed && idle.size() < MOST_IDLE) {
        idle.add(link);
        return;
      }
    }
    end(link);
  }

  private void end(Link link) {
    synchronized (this) {
      open.remove(link.socket);
    }
    try {
      link.socket.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  /** Closes all connections, also those on which somebody waits. */
  @Override
  public void close() {
    Set<Socket> all;
    synchronized (this) {
      closed = true;
      all = Set.copyOf(open);
    }
    for (var socket : all) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is of no use any more.
      }
    }
  }

  /** An answer, and its body as a stream. Closing it before the end closes the connection. */
  final class Answer extends InputStream {
    private final Link link;
    private final int status;
    private final Map<String, String> headers;
    private final boolean chunked;

    /** The bytes left of the body or of the chunk; -1: it ends with the connection. */
    private long left;

    private boolean first = true;
    private boolean over;

    private Answer(Link link, int status, Map<String, String> headers) throws IOException {
      this.link = link;
      this.status = status;
      this.headers = headers;
      chunked = header("transfer-encoding").equalsIgnoreCase("chunked");
      var length = header("content-length");
      try {
        left = chunked || status == 204 ? 0 : length.isEmpty() ? -1 : Long.parseLong(length);
      } catch (NumberFormatException e) {
        throw new IOException("a strange Content-Length", e);
      }
      if (!chunked && left == 0) finished();
    }

    int status() {
      return status;
    }

    /** Returns a header by its name in small letters; empty if there is none. */
    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    private void finished() {
      if (over) return;
      over = true;
      if (left == 0 && !header("connection").equalsIgnoreCase("close")) keep(link);
      else end(link);
    }

    /** Goes to the next chunk. False if there is none. */
    private boolean next() throws IOException {
      if (!first) line(link.in); // the end of the chunk before
      first = false;
      var size = line(link.in);
      int end = size.indexOf(';');
      try {
        left = Long.parseLong((end < 0 ? size : size.substring(0, end)).strip(), 16);
      } catch (NumberFormatException e) {
        throw new IOException("a strange chunk", e);
      }
      if (left > 0) return true;
      while (!line(link.in).isEmpty()) {
        // trailers
      }
      return false;
    }

    @Override
    public int read(byte[] to, int from, int most) throws IOException {
      if (most == 0) return 0;
      if (!over && left == 0 && !(chunked && next())) finished();
      if (over) return -1;
      int count = link.in.read(to, from, left < 0 ? most : (int) Math.min(most, left));
      if (count < 0) {
        boolean complete = left < 0;
        over = true;
        end(link);
        if (complete) return -1;
        throw new EOFException("closed before the answer was complete");
      }
      if (left > 0) left -= count;
      if (left == 0 && !chunked) finished();
      return count;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** Returns the whole body. */
    String text() throws IOException {
      return new String(readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      if (over) return;
      over = true;
      end(link);
    }
  }
}
