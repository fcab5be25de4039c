package dev.reveille.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The event loops of the generator, and all its connections to one server. */
final class Sockets implements AutoCloseable {
  /** Less than the 28,000 ports that Linux gives per pair of addresses. */
  private static final int PER_SOURCE_ADDRESS = 20_000;

  private static final int READ_BYTES = 64 << 10;
  private static final int CONNECT_MS = 20_000;

  private final EventLoopGroup loops;
  private final InetSocketAddress server;
  private final Queue<BenchConnection> connections = new ConcurrentLinkedQueue<>();
  private final AtomicInteger opened = new AtomicInteger();

  Sockets(InetSocketAddress server, int loopCount) {
    this.server = server;
    this.loops = Transport.loops(loopCount);
  }

  /** Completes when the socket is upgraded. */
  CompletableFuture<BenchConnection> connect(BenchConnection.Listener listener) {
    var connection = new BenchConnection(server.getHostString() + ":" + server.getPort(), listener);
    var attempt =
        new Bootstrap()
            .group(loops)
            .channel(Transport.client())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MS)
            .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    var _ = channel.pipeline().addLast(connection);
                  }
                })
            .connect(server, source(opened.getAndIncrement()));
    var _ =
        attempt.addListener(
            done -> {
              if (done.isSuccess()) connections.add(connection);
              else connection.open().completeExceptionally(done.cause());
            });
    return connection.open();
  }

  private @Nullable SocketAddress source(int number) {
    int address = number / PER_SOURCE_ADDRESS;
    return address == 0 ? null : new InetSocketAddress("127.0.0." + (1 + address), 0);
  }

  @Override
  public void close() {
    connections.forEach(BenchConnection::close);
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
  }
}
