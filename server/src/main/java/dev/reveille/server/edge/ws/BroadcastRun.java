package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.edge.ws.Operation.Broadcast;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consecutive broadcasts to one audience, framed into one buffer that all receivers share.
 *
 * <p>A receiver that gets other frames gets slices of the same buffer with its own frames between
 * them, so this costs the others nothing. Owned by a loop, which uses it again for every run.
 */
final class BroadcastRun {
  private static final Logger log = LoggerFactory.getLogger(BroadcastRun.class);

  /** The most bytes of a run. A larger run would hold more memory at once and save little. */
  private static final int MAX_BYTES = 256 << 10;

  private final List<Broadcast> run = new ArrayList<>();

  /** Carries out the broadcast and those that can go with it; returns the operation after them. */
  @SuppressWarnings("ReferenceEquality") // The same array is the same audience.
  @Nullable Operation carryOut(Broadcast first) {
    var receivers = first.receivers;
    int bytes = 0;
    Operation next = first;
    while (next instanceof Broadcast each && each.receivers == receivers) {
      int size = ServerFrames.framedSize(each.frame);
      if (bytes > 0 && bytes + size > MAX_BYTES) break;
      bytes += size;
      run.add(each);
      if (each.except != null) each.except.excepted = true;
      next = each.link;
    }
    try {
      write(receivers, bytes);
    } catch (RuntimeException | OutOfMemoryError e) {
      log.error("A broadcast failed; its receivers must connect again", e);
      // A gap in the messages would not be noticed; a closed connection is.
      for (var receiver : receivers) receiver.destroy();
    } finally {
      for (int i = 0; i < run.size(); i++) {
        var except = run.get(i).except;
        if (except != null) except.excepted = false;
      }
      run.clear();
    }
    return next;
  }

  private void write(Connection[] receivers, int bytes) {
    if (receivers.length == 0) return;
    var shared = receivers[0].alloc().directBuffer(bytes);
    try {
      int frames = run.size();
      for (int i = 0; i < frames; i++) ServerFrames.text(shared, run.get(i).frame);
      for (var receiver : receivers) {
        if (receiver.excepted) {
          writeExcepted(receiver, shared);
        } else {
          receiver.share(shared, frames);
        }
      }
    } finally {
      shared.release();
    }
  }

  private void writeExcepted(Connection receiver, ByteBuf shared) {
    int from = 0;
    int to = 0;
    int frames = 0;
    for (int i = 0; i < run.size(); i++) {
      var each = run.get(i);
      int size = ServerFrames.framedSize(each.frame);
      Frame frame = each.frameFor(receiver);
      if (frame != each.frame) {
        piece(receiver, shared, from, to, frames);
        if (frame != null) receiver.send(frame, null);
        from = to + size;
        frames = 0;
      } else {
        frames++;
      }
      to += size;
    }
    piece(receiver, shared, from, to, frames);
  }

  private static void piece(Connection receiver, ByteBuf shared, int from, int to, int frames) {
    if (to > from) receiver.share(shared.slice(from, to - from), frames);
  }
}
