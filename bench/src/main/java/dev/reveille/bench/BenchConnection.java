package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One WebSocket to a server. It passes frames on in place and allocates nothing per frame.
 *
 * <p>All callbacks run on the connection's event loop. {@link #send} may be called from anywhere;
 * what is sent from a callback leaves in one write when the current read is done.
 */
final class BenchConnection extends ChannelInboundHandlerAdapter {

  /** Receives what the server sends. */
  interface Listener {
    /** The bytes are valid only during the call. */
    void text(ByteBuf bytes, int offset, int length);

    /** Called when everything that had arrived was passed on. */
    default void readDone() {}

    default void closed(String reason) {}
  }

  private static final ByteBuf HEAD_END =
      Unpooled.unreleasableBuffer(Unpooled.copiedBuffer("\r\n\r\n", StandardCharsets.US_ASCII));

  private final String authority;
  private final String key;
  private final CompletableFuture<BenchConnection> open = new CompletableFuture<>();
  private final FrameSplitter frames = new FrameSplitter();
  private volatile Listener listener;
  private volatile boolean upgraded;
  private volatile String closeReason = "connection closed";
  private ByteBuf head;
  private Channel channel;

  @SuppressWarnings("NullAway.Init") // channel and head are set by channelActive, before any use
  BenchConnection(String authority, Listener listener) {
    this.authority = authority;
    this.listener = listener;
    var random = new byte[16];
    ThreadLocalRandom.current().nextBytes(random);
    this.key = Base64.getEncoder().encodeToString(random);
  }

  /** Completes when the upgrade is done. */
  CompletableFuture<BenchConnection> open() {
    return open;
  }

  /** Sets the listener, from the next read on. */
  void listener(Listener listener) {
    this.listener = listener;
  }

  void send(byte[] text) {
    int mask = ThreadLocalRandom.current().nextInt();
    var frame = ClientFrames.write(channel.alloc(), ClientFrames.TEXT, text, mask);
    if (channel.eventLoop().inEventLoop()) {
      var _ = channel.write(frame);
    } else {
      var _ = channel.writeAndFlush(frame);
    }
  }

  /** Closes the socket without a closing handshake, as a client that crashes. */
  void close() {
    var _ = channel.close();
  }

  /** Runs on the connection's event loop; what it sends leaves at its end. */
  void run(Runnable task) {
    channel
        .eventLoop()
        .execute(
            () -> {
              task.run();
              channel.flush();
            });
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    channel = ctx.channel();
    head = ctx.alloc().buffer(512);
    var request = Upgrade.request(authority, key);
    var _ = ctx.writeAndFlush(ctx.alloc().buffer(request.length).writeBytes(request));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    var bytes = (ByteBuf) message;
    if (!upgraded) {
      upgrade(bytes);
      return;
    }
    frames.read(bytes, this::frame);
  }

  private void upgrade(ByteBuf bytes) {
    head.writeBytes(bytes);
    bytes.release();
    int end = ByteBufUtil.indexOf(HEAD_END, head);
    if (end < 0) {
      if (head.readableBytes() > Upgrade.MAX_RESPONSE) fail("endless response head");
      return;
    }
    var refusal = Upgrade.refusal(head.toString(0, end, StandardCharsets.US_ASCII), key);
    if (refusal.isPresent()) {
      fail(refusal.get());
      return;
    }
    upgraded = true;
    open.complete(this);
    frames.read(head.retainedSlice(end + 4, head.readableBytes() - end - 4), this::frame);
  }

  private void frame(int opcode, ByteBuf bytes, int offset, int length) {
    switch (opcode) {
      case ClientFrames.TEXT -> listener.text(bytes, offset, length);
      case ClientFrames.PING -> {
        var payload = ByteBufUtil.getBytes(bytes, offset, length);
        var _ = channel.write(ClientFrames.write(channel.alloc(), ClientFrames.PONG, payload, 0));
      }
      case ClientFrames.CLOSE -> {
        int code = length >= 2 ? bytes.getUnsignedShort(offset) : 1005;
        var text = length > 2 ? bytes.toString(offset + 2, length - 2, StandardCharsets.UTF_8) : "";
        fail("closed by the server with " + code + " " + text);
      }
      default -> {}
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    listener.readDone();
    ctx.flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    frames.close();
    head.release();
    open.completeExceptionally(new BenchException(authority + ": " + closeReason));
    listener.closed(closeReason);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(cause.toString());
  }

  private void fail(String reason) {
    closeReason = reason;
    close();
  }
}
