package dev.reveille.server.edge.ws;

import dev.reveille.server.edge.http.ProxyHeaders;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpServerRequest;

/**
 * Remembers which connections a proxy passed on. A proxy that passes on an upgrade to HTTP/2 adds
 * its headers to the first request only, and sees nothing of what follows.
 */
final class ProxyTunnels {
  private static final AttributeKey<Boolean> BY_PROXY =
      AttributeKey.valueOf(ProxyTunnels.class, "byProxy");

  private ProxyTunnels() {}

  /** Looks at the headers of a request. Called for each one on its event loop, in their order. */
  static void note(Channel channel, HttpServerRequest request) {
    if (ProxyHeaders.isAny(name -> request.getHeader(name) != null)) {
      channel.attr(BY_PROXY).set(true);
    }
  }

  /** True if this or an earlier request of the connection came through a proxy. */
  static boolean isIn(HttpServerRequest request) {
    var channel = Takeover.channel(request.connection());
    return channel.hasAttr(BY_PROXY) && Boolean.TRUE.equals(channel.attr(BY_PROXY).get());
  }
}
