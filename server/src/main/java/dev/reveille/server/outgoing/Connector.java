package dev.reveille.server.outgoing;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to addresses that were checked.
 *
 * <p>It starts its thread at the first request. Each request has a connection of its own: none is
 * shared between requests, so none outlives the check of its address. No proxy is used.
 */
final class Connector implements AutoCloseable {
  private static final int LONGEST_HANDSHAKE_SECONDS = 30;

  private final int most;
  private final @Nullable TrustOptions trust;

  /* Guarded by this. */
  private @Nullable Vertx vertx;
  private @Nullable HttpClient client;
  private boolean closed;

  /**
   * @param most how many connections there are at once
   * @param trust whose certificates are accepted; null = those that Java accepts
   */
  Connector(int most, @Nullable TrustOptions trust) {
    this.most = most;
    this.trust = trust;
  }

  /** Connects. The name of the target is used for the Host header and to check the certificate. */
  Future<HttpClientRequest> connect(
      OutgoingTarget target,
      String method,
      Map<String, String> headers,
      InetAddress at,
      Duration limit) {
    var options =
        new RequestOptions()
            .setServer(SocketAddress.inetSocketAddress(target.port(), literal(at)))
            .setHost(target.shownHost())
            .setPort(target.port())
            .setSsl(target.tls())
            .setMethod(HttpMethod.valueOf(method))
            .setURI(target.path())
            .setFollowRedirects(false)
            .setConnectTimeout(Math.max(1, limit.toMillis()));
    headers.forEach(options::putHeader);
    var open = client();
    if (open == null) return Future.failedFuture("this server is stopping");
    try {
      return open.request(options);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return Future.failedFuture(e);
    }
  }

  private synchronized @Nullable HttpClient client() {
    if (closed) return null;
    if (vertx == null) {
      vertx =
          Vertx.vertx(
              new VertxOptions()
                  .setEventLoopPoolSize(1)
                  .setWorkerPoolSize(1)
                  .setInternalBlockingPoolSize(1)
                  .setFileSystemOptions(
                      new FileSystemOptions()
                          .setFileCachingEnabled(false)
                          .setClassPathResolvingEnabled(false)));
    }
    if (client == null) {
      client = vertx.createHttpClient(options(), new PoolOptions().setHttp1MaxSize(most));
    }
    return client;
  }

  private HttpClientOptions options() {
    var options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setKeepAlive(false)
            .setPipelining(false)
            .setVerifyHost(true)
            .setForceSni(true)
            .setDecompressionSupported(false)
            .setSslHandshakeTimeout(LONGEST_HANDSHAKE_SECONDS)
            .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
    if (trust != null) options.setTrustOptions(trust);
    return options;
  }

  /** Returns the address as text without a name, so that nothing can look the name up again. */
  private static String literal(InetAddress address) {
    try {
      var nameless = InetAddress.getByAddress(address.getAddress());
      var text = nameless.getHostAddress();
      // Vert.x reads an IPv6 address only in brackets.
      return nameless instanceof Inet6Address ? "[" + text + "]" : text;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  @Override
  public void close() {
    Vertx old;
    synchronized (this) {
      closed = true;
      old = vertx;
      vertx = null;
      client = null;
    }
    if (old != null) {
      var _ = old.close();
    }
  }
}
