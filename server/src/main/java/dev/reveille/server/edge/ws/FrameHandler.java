package dev.reveille.server.edge.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a connection's pipeline: takes the bytes from the socket. */
final class FrameHandler extends ChannelInboundHandlerAdapter implements FrameDecoder.Sink {
  private static final Logger log = LoggerFactory.getLogger(FrameHandler.class);

  private final Connection connection;
  private final Runnable gone;
  private final FrameDecoder decoder = new FrameDecoder();

  FrameHandler(Connection connection, Runnable gone) {
    this.connection = connection;
    this.gone = gone;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    try {
      // The rest of the HTTP request may still arrive here.
      if (read instanceof ByteBuf bytes) {
        connection.loop().counters().bytesIn.add(bytes.readableBytes());
        decoder.decode(bytes, connection.loop().scratch, this);
        connection.unfinished(decoder.isInsideMessage());
      }
    } finally {
      ReferenceCountUtil.release(read);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    connection.flushAnswers();
  }

  @Override
  public void message(int opcode, byte[] bytes, int length) {
    connection.heard();
    connection.unfinished(false);
    connection.loop().counters().framesIn.increment();
    if (opcode == Opcode.BINARY) {
      connection.message(Utf8.lenient(bytes, length));
      return;
    }
    var text = Utf8.strict(bytes, length);
    if (text.isPresent()) {
      connection.message(text.get());
    } else {
      violation(CloseCode.BAD_TEXT, "Text is not UTF-8");
    }
  }

  @Override
  public void control(int opcode, byte[] bytes, int length) {
    connection.heard();
    if (opcode == Opcode.PING) {
      connection.answerPing(bytes, length);
    } else if (opcode == Opcode.CLOSE) {
      close(bytes, length);
    }
  }

  private void close(byte[] bytes, int length) {
    int code = length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    if (length != 0 && !CloseCode.isValid(code)) {
      violation(CloseCode.PROTOCOL_ERROR, "Close frame without a valid code");
    } else if (length > 2
        && Utf8.strict(Arrays.copyOfRange(bytes, 2, length), length - 2).isEmpty()) {
      violation(CloseCode.BAD_TEXT, "Close reason is not UTF-8");
    } else {
      decoder.skipMessages();
      connection.closeReceived(bytes, length);
    }
  }

  @Override
  public void violation(int closeCode, String reason) {
    decoder.skipMessages();
    connection.end(closeCode, reason);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    connection.readIfFree();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    gone.run();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause instanceof DecoderException) {
      log.debug("Session {}: the socket failed", connection.session(), cause);
    } else {
      log.warn("Session {}: the socket is given up", connection.session(), cause);
    }
    connection.destroy();
  }
}
