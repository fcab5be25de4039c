package dev.reveille.server.edge.ws;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A transport that tells of every socket when it is accepted.
 *
 * <p>Vert.x tells of a connection only when it knows its protocol. With HTTP/2 in clear text, that
 * is after the first request, so a client that sends nothing would never be noticed.
 */
final class AcceptHook implements Transport {
  private final Transport transport;
  private final Consumer<Channel> accepted;

  /**
   * @param accepted called on the event loop of the socket, before anything is read from it
   */
  AcceptHook(Transport transport, Consumer<Channel> accepted) {
    this.transport = transport;
    this.accepted = accepted;
  }

  /** Returns this transport with the hook, for Vert.x. */
  static io.vertx.core.transport.Transport around(
      io.vertx.core.transport.Transport chosen, Consumer<Channel> accepted) {
    var hook = new AcceptHook(chosen.implementation(), accepted);
    return new io.vertx.core.transport.Transport() {
      @Override
      public String name() {
        return chosen.name();
      }

      @Override
      public boolean available() {
        return chosen.available();
      }

      @Override
      public @Nullable Throwable unavailabilityCause() {
        return chosen.unavailabilityCause();
      }

      @Override
      public Transport implementation() {
        return hook;
      }
    };
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    transport.configure(config, domainSocket, bootstrap);
    bootstrap.handler(new Accepting(accepted));
  }

  /** Sees each accepted socket before it gets its event loop. */
  @ChannelHandler.Sharable
  private static final class Accepting extends ChannelInboundHandlerAdapter {
    private final Consumer<Channel> accepted;

    Accepting(Consumer<Channel> accepted) {
      this.accepted = accepted;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object socket) {
      if (socket instanceof Channel channel) {
        channel
            .pipeline()
            .addLast(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel registered) {
                    accepted.accept(registered);
                  }
                });
      }
      ctx.fireChannelRead(socket);
    }
  }

  @Override
  public boolean supportsDomainSockets() {
    return transport.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return transport.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return transport.isAvailable();
  }

  @Override
  public @Nullable Throwable unavailabilityCause() {
    return transport.unavailabilityCause();
  }

  @Override
  public java.net.SocketAddress convert(SocketAddress address) {
    return transport.convert(address);
  }

  @Override
  public SocketAddress convert(java.net.SocketAddress address) {
    return transport.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return transport.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return transport.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  @SuppressWarnings("deprecation") // The type that the interface names.
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return transport.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
    return transport.datagramChannelFactory();
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return transport.channelFactory(domainSocket);
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return transport.serverChannelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    transport.configure(channel, options);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    transport.configure(config, domainSocket, bootstrap);
  }
}
