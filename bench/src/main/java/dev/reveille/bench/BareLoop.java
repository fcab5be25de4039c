package dev.reveille.bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The part of the bare server on one event loop. It frames everything that was queued once into one
 * buffer, and each connection of the loop gets one write and one flush for the whole batch.
 */
final class BareLoop {
  private static final int FINAL_TEXT = 0x81;
  private static final int HEADER = 10;

  private final EventLoop loop;
  private final Queue<ByteBuf> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Owned by the loop. */
  private final List<BareConnection> connections = new ArrayList<>();

  BareLoop(EventLoop loop) {
    this.loop = loop;
  }

  /** Takes over one reference to the payload. Any thread. */
  void offer(ByteBuf payload) {
    queue.add(payload);
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) loop.execute(this::deliver);
  }

  void add(BareConnection connection) {
    connection.place = connections.size();
    connections.add(connection);
  }

  void remove(BareConnection connection) {
    if (connection.place < 0) return;
    var last = connections.removeLast();
    if (last != connection) {
      connections.set(connection.place, last);
      last.place = connection.place;
    }
    connection.place = -1;
  }

  /** Runs after the loop has read all ready sockets, so that it sends everything they brought. */
  private void deliver() {
    scheduled.set(false);
    var payloads = new ArrayList<ByteBuf>();
    int bytes = 0;
    for (var payload = queue.poll(); payload != null; payload = queue.poll()) {
      payloads.add(payload);
      bytes += payload.readableBytes() + HEADER;
    }
    if (payloads.isEmpty()) return;
    var batch = ByteBufAllocator.DEFAULT.directBuffer(bytes);
    for (var payload : payloads) {
      frame(batch, payload);
      payload.release();
    }
    // Backwards: a connection that is closed for being slow takes its place out of the list.
    for (int i = connections.size() - 1; i >= 0; i--) {
      connections.get(i).write(batch.retainedDuplicate());
    }
    batch.release();
  }

  private static void frame(ByteBuf batch, ByteBuf payload) {
    int length = payload.readableBytes();
    batch.writeByte(FINAL_TEXT);
    if (length < 126) batch.writeByte(length);
    else if (length < 1 << 16) batch.writeByte(126).writeShort(length);
    else batch.writeByte(127).writeLong(length);
    // By index: the payload is shared with the other loops, whose reading must not move.
    batch.writeBytes(payload, payload.readerIndex(), length);
  }
}
