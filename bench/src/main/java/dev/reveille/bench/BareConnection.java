package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.util.List;

/** A connection of the bare server. It passes every text on to all loops. */
final class BareConnection extends SimpleChannelInboundHandler<TextWebSocketFrame> {
  /** A reader with more unsent bytes is too slow and is closed. */
  private static final long MAX_PENDING_BYTES = 4 << 20;

  private final BareLoop own;
  private final List<BareLoop> all;

  /** Its index among its loop's connections; owned by the loop. */
  int place = -1;

  /**
   * The place to write to without an encoder: the batch is framed already. Set before {@link
   * #place}.
   */
  private ChannelHandlerContext bottom;

  @SuppressWarnings("NullAway.Init")
  BareConnection(BareLoop own, List<BareLoop> all) {
    this.own = own;
    this.all = all;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete) {
      bottom = ctx.pipeline().firstContext();
      own.add(this);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, TextWebSocketFrame frame) {
    var payload = frame.content();
    payload.retain(all.size());
    for (var loop : all) loop.offer(payload);
  }

  /** Takes ownership of the batch. */
  void write(ByteBuf batch) {
    var unsafe = bottom.channel().unsafe();
    var waiting = unsafe.outboundBuffer();
    if (waiting != null && waiting.totalPendingWriteBytes() > MAX_PENDING_BYTES) {
      batch.release();
      var _ = bottom.close();
      return;
    }
    var _ = bottom.writeAndFlush(batch, bottom.voidPromise());
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    own.remove(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    var _ = ctx.close();
  }
}
