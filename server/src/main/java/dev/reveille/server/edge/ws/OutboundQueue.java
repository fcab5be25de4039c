package dev.reveille.server.edge.ws;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;

/** Questions about the bytes that were written to a channel and that its socket has not taken. */
// A listener is added to a promise that the caller gets.
@SuppressWarnings("FutureReturnValueIgnored")
final class OutboundQueue {
  private OutboundQueue() {}

  /** Returns how many bytes wait. */
  static long pending(Channel channel) {
    var pending = channel.unsafe().outboundBuffer();
    return pending == null ? 0 : pending.totalPendingWriteBytes();
  }

  /** True if a message may follow the bytes that wait; it always may if none do. */
  static boolean fits(long waiting, int size, int limit) {
    return waiting == 0 || waiting + size <= limit;
  }

  /** True if the channel has room for a message; flushes if that may make room. */
  static boolean fits(Channel channel, int size, int limit) {
    // Far from the limit, as nearly always; the water mark is a quarter of it.
    if ((channel.isWritable() && size <= limit / 2) || fits(pending(channel), size, limit)) {
      return true;
    }
    // What this drain has written may only be waiting for its flush.
    channel.flush();
    return fits(pending(channel), size, limit);
  }

  /** Returns a promise that runs something once the socket took the bytes. */
  static ChannelPromise whenWritten(Channel channel, Runnable written) {
    var promise = channel.newPromise();
    promise.addListener(
        write -> {
          if (write.isSuccess()) written.run();
        });
    return promise;
  }
}
