package dev.reveille.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The upper limit for comparison: a WebSocket server that sends every frame to all connections
 * unchanged, batched per event loop. It reads no JSON, has no cells and stores nothing.
 */
public final class BareFanOutServer implements AutoCloseable {
  private static final int MAX_FRAME = 2_097_152;
  private static final int BACKLOG = 4096;

  public static void main(String[] args) throws Exception {
    try (var server = new BareFanOutServer(Options.parse(args).port())) {
      System.out.println(
          "bare server on ws://127.0.0.1:" + server.port() + " by " + Transport.name());
      server.channel.closeFuture().sync();
    }
  }

  private final EventLoopGroup group;
  private final Channel channel;

  /**
   * Serves on loopback, with as many event loops as there are cores.
   *
   * @param port 0 = any free one
   */
  BareFanOutServer(int port) {
    group = Transport.loops(Runtime.getRuntime().availableProcessors());
    var loops = new HashMap<EventLoop, BareLoop>();
    group.forEach(loop -> loops.put((EventLoop) loop, new BareLoop((EventLoop) loop)));
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(Transport.server())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(pipeline(Map.copyOf(loops), List.copyOf(loops.values())))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
  }

  private static ChannelInitializer<Channel> pipeline(
      Map<EventLoop, BareLoop> loops, List<BareLoop> all) {
    var upgrade =
        WebSocketServerProtocolConfig.newBuilder()
            .websocketPath("/")
            .checkStartsWith(true)
            .maxFramePayloadLength(MAX_FRAME)
            .withUTF8Validator(false)
            .build();
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        var own = loops.get(channel.eventLoop());
        if (own == null) throw new IllegalStateException("a channel on an unknown loop");
        channel
            .pipeline()
            .addLast(new HttpServerCodec())
            .addLast(new HttpObjectAggregator(8192))
            .addLast(new WebSocketServerProtocolHandler(upgrade))
            .addLast(new BareConnection(own, all));
      }
    };
  }
}
