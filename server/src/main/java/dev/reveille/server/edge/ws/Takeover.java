package dev.reveille.server.edge.ws;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayList;

/**
 * Takes a channel from the HTTP server that accepted it.
 *
 * <p>This is the only place that uses internals of Vert.x, because Vert.x offers the channel of a
 * connection only there. The WebSocket of Vert.x would cost each connection two queues of 1024
 * slots.
 */
final class Takeover {
  /** The handler of Vert.x that waits for a first request with an upgrade to HTTP/2. */
  private static final String AWAITS_UPGRADE = "h2c";

  private Takeover() {}

  static Channel channel(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }

  /**
   * Replaces all handlers but TLS with this one.
   *
   * <p>The handler that waits for HTTP/2 removes itself when it has passed on the first request,
   * which is under way now. It would fail if it were gone already. Until then it gets nothing,
   * because the new handler stands before it.
   *
   * @param begin runs when writes are possible, before the handler gets the bytes that the client
   *     sent right after its request
   */
  static void replaceHandlers(Channel channel, ChannelHandler handler, Runnable begin) {
    var pipeline = channel.pipeline();
    var decoders = new ArrayList<ChannelHandler>();
    var others = new ArrayList<ChannelHandler>();
    for (var each : pipeline) {
      var old = each.getValue();
      if (old instanceof SslHandler || each.getKey().equals(AWAITS_UPGRADE)) continue;
      (old instanceof ByteToMessageDecoder ? decoders : others).add(old);
    }
    if (pipeline.get(AWAITS_UPGRADE) == null) pipeline.addLast(handler);
    else pipeline.addBefore(AWAITS_UPGRADE, null, handler);
    others.forEach(pipeline::remove);
    begin.run();
    // A decoder that is removed passes on its unread bytes.
    decoders.forEach(pipeline::remove);
  }
}
