package dev.reveille.server.edge.ws;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.concurrent.TimeUnit;

/** The limits of HTTP on one connection. */
final class HttpLimits {
  private static final int LINE_BYTES = 4 << 10;
  private static final int HEADER_BYTES = 8 << 10;

  /** Requests that one connection of HTTP/2 may have at once. */
  static final int STREAMS = 64;

  /** Bytes of all bodies of one connection of HTTP/2 that arrive before they are asked for. */
  private static final int WINDOW_BYTES = 64 << 10;

  /** Requests that one connection of HTTP/2 may take back within the window below. */
  static final int RESETS = 200;

  private static final int RESET_SECONDS = 30;

  private HttpLimits() {}

  static HttpServerOptions of(WsOptions.Listen listen) {
    var options =
        new HttpServerOptions()
            .setMaxInitialLineLength(LINE_BYTES)
            .setMaxHeaderSize(HEADER_BYTES)
            .setHttp2ClearTextEnabled(true)
            .setInitialSettings(
                new Http2Settings()
                    .setMaxConcurrentStreams(STREAMS)
                    .setMaxHeaderListSize(HEADER_BYTES)
                    .setInitialWindowSize(WINDOW_BYTES))
            .setHttp2RstFloodMaxRstFramePerWindow(RESETS)
            .setHttp2RstFloodWindowDuration(RESET_SECONDS)
            .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
            .setTcpNoDelay(true)
            .setReuseAddress(true)
            .setAcceptBacklog(1024)
            .setSslHandshakeTimeout(10)
            .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
    var tls = listen.tls();
    if (tls != null) {
      options
          .setSsl(true)
          .setUseAlpn(true)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .setCertPath(tls.certificate().toString())
                  .setKeyPath(tls.key().toString()));
    }
    return options;
  }
}
