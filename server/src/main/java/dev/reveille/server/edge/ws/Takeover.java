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
 * <p>This is the one place that reaches into Vert.x: it hands out the channel of a connection only
 * internally. Its own WebSocket costs each connection two queues of 1024 slots.
 */
final class Takeover {
  private Takeover() {}

  static Channel channel(HttpConnection connection) {
    return ((ConnectionBase) connection).channel();
  }

  /**
   * Puts the handler in the place of all others but TLS.
   *
   * @param begin runs when the way out is free, before the handler sees what the client sent right
   *     behind its request
   */
  static void replaceHandlers(Channel channel, ChannelHandler handler, Runnable begin) {
    var pipeline = channel.pipeline();
    var decoders = new ArrayList<ChannelHandler>();
    var others = new ArrayList<ChannelHandler>();
    for (var each : pipeline) {
      var old = each.getValue();
      if (old instanceof SslHandler) {
        continue;
      }
      (old instanceof ByteToMessageDecoder ? decoders : others).add(old);
    }
    pipeline.addLast(handler);
    others.forEach(pipeline::remove);
    begin.run();
    // A decoder that is removed passes on the bytes it has not read.
    decoders.forEach(pipeline::remove);
  }
}
