package dev.reveille.server.edge.ws;

import dev.reveille.server.delivery.Frame;
import dev.reveille.server.delivery.Pull;
import dev.reveille.server.kernel.SessionId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out to one client, and its state.
 *
 * <p>Used by its loop's thread only, but for {@link #loop} and {@link #session}. There may be very
 * many of these, nearly all idle, so what only a busy one needs is made when it is needed.
 */
// A write that fails tells the pipeline, whose end destroys the connection.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection extends Liveness {
  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  /** A close frame behind other data is given this many times the grace of one that has left. */
  private static final int DRAIN_GRACES = 5;

  private enum State {
    OPEN,
    /** A close frame is on its way out; nothing else leaves and no message comes in. */
    CLOSING,
    GONE
  }

  private final Loop loop;
  private final SessionId session;
  private final Channel channel;
  private State state = State.OPEN;
  private boolean dirty;
  private boolean answering;
  private boolean heldBack;

  /** The time at which a closing connection is destroyed. */
  private long deadline;

  private @Nullable TextReceiver inbound;
  private @Nullable Backlog backlog;
  private @Nullable Overflow overflow;

  /** Marked by the run in progress as one that gets something of its own. */
  boolean excepted;

  /** Its index in its loop's list. */
  int place;

  Connection(Loop loop, SessionId session, Channel channel) {
    super(loop.now());
    this.loop = loop;
    this.session = session;
    this.channel = channel;
  }

  Loop loop() {
    return loop;
  }

  SessionId session() {
    return session;
  }

  ByteBufAllocator alloc() {
    return channel.alloc();
  }

  Channel channel() {
    return channel;
  }

  /** True if what the client sends is being read. */
  boolean isRead() {
    return channel.config().isAutoRead();
  }

  /** True if more waits for it than the limit says, which is tolerated for a while. */
  boolean isOverLimit() {
    return overflow != null;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  void inbound(TextReceiver inbound) {
    this.inbound = inbound;
  }

  /** The client took a page of stored messages. */
  void tookPage() {
    heard();
    if (overflow != null) overflow.taken(loop.now());
  }

  /** Takes note whether a message has begun to come in and not ended. */
  void unfinished(boolean inside) {
    unfinished(inside, inside ? loop.now() : 0);
  }

  void message(String text) {
    var to = inbound;
    if (state != State.OPEN || to == null) return;
    try {
      to.message(text);
    } catch (RuntimeException e) {
      log.error("Session {}: a message could not be handled", session, e);
      end(CloseCode.SERVER_ERROR, "Internal error");
    }
  }

  /** Sends a part of a buffer that others get too; the caller keeps its own reference. */
  void share(ByteBuf shared, int frames) {
    if (state == State.OPEN) leave(shared.retainedDuplicate(), frames, null);
  }

  void send(Frame frame, @Nullable Runnable written) {
    if (state == State.OPEN) leave(ServerFrames.text(alloc(), frame), 1, written);
  }

  /** Reports when the socket took everything before this: no bytes behind all others. */
  void after(Runnable written) {
    if (state != State.OPEN) return;
    if (backlog != null) backlog.add(Unpooled.EMPTY_BUFFER, 0, written);
    else write(Unpooled.EMPTY_BUFFER, 0, written);
  }

  private void leave(ByteBuf bytes, int frames, @Nullable Runnable written) {
    int size = bytes.readableBytes();
    if (fits(size)) {
      overflow = null;
    } else if (!tolerates(size)) {
      bytes.release();
      tooSlow();
      return;
    }
    if (backlog != null) {
      backlog.add(bytes, frames, written);
    } else {
      write(bytes, frames, written);
    }
  }

  /** Hands bytes to the channel; the drain or the caller flushes. */
  void write(ByteBuf bytes, int frames, @Nullable Runnable written) {
    write(
        bytes,
        frames,
        written == null ? channel.voidPromise() : OutboundQueue.whenWritten(channel, written));
  }

  /** The same; says in any case when the bytes are gone, and whether the socket took them. */
  void writeLast(ByteBuf bytes, int frames, Consumer<Boolean> gone) {
    var promise = channel.newPromise();
    promise.addListener(write -> gone.accept(write.isSuccess()));
    write(bytes, frames, promise);
  }

  private void write(ByteBuf bytes, int frames, ChannelPromise promise) {
    loop.sent(frames, bytes.readableBytes());
    channel.write(bytes, promise);
    if (!dirty) {
      dirty = true;
      loop.touched(this);
    }
  }

  private boolean fits(int size) {
    int limit = loop.pace().outboundLimit();
    return backlog != null
        ? OutboundQueue.fits(backlog.bytes(), size, limit)
        : OutboundQueue.fits(channel, size, limit);
  }

  private boolean tolerates(int size) {
    long now = loop.now();
    long waiting = waiting();
    var over = overflow;
    if (over == null) {
      over = new Overflow(waiting, now);
      overflow = over;
    }
    if (backlog != null && backlog.isFetching()) over.taken(now);
    return over.tolerates(waiting, size, loop.pace().outboundLimit(), now);
  }

  private long waiting() {
    return backlog != null ? backlog.bytes() : pending();
  }

  /** Returns how many bytes were written that the socket has not taken. */
  long pending() {
    return OutboundQueue.pending(channel);
  }

  private void tooSlow() {
    loop.counters().closedSlow.increment();
    log.info("Session {} does not read what is sent to it and is closed", session);
    end(CloseCode.TRY_LATER, "Too slow: outbound queue is full");
  }

  private void checkOverflow(Overflow over, long now) {
    // The client is not slow while a page is being made for it.
    if (backlog != null && backlog.isFetching()) over.taken(now);
    long waiting = waiting();
    if (waiting <= loop.pace().outboundLimit()) {
      overflow = null;
    } else if (!over.shrinks(waiting, now)) {
      tooSlow();
    }
  }

  void flushTouched() {
    dirty = false;
    channel.flush();
  }

  void pull(Pull pull) {
    if (state != State.OPEN) return;
    backlog().add(pull);
    readIfFree();
  }

  private Backlog backlog() {
    var queue = backlog;
    if (queue == null) {
      queue = new Backlog(this);
      backlog = queue;
    }
    return queue;
  }

  /** Lets everything from here on wait for the release. */
  void hold() {
    if (state == State.OPEN) backlog().hold();
  }

  void release(Frame first) {
    if (state == State.OPEN && backlog != null) backlog.release(first);
  }

  void dropHeld() {
    if (backlog != null) backlog.dropHeld();
  }

  void backlogDone() {
    backlog = null;
    overflow = null;
  }

  /** Out of turn, as the protocol allows: a pull does not hold it up. */
  void answerPing(byte[] payload, int length) {
    if (state == State.OPEN) {
      answering = true;
      channel.write(
          ServerFrames.control(alloc(), Opcode.PONG, payload, length), channel.voidPromise());
    }
  }

  /** The end of a batch of reads. */
  void flushAnswers() {
    if (answering) {
      answering = false;
      channel.flush();
    }
  }

  /** Closes after what was sent before. */
  void close(int code, String reason) {
    if (state != State.OPEN) return;
    if (backlog != null) {
      backlog.addClose(code, reason);
      return;
    }
    var close = ServerFrames.close(alloc(), code, reason);
    closing(loop.pace().closing().toNanos() * DRAIN_GRACES);
    channel.writeAndFlush(
        close,
        OutboundQueue.whenWritten(channel, () -> finishWithin(loop.pace().closing().toNanos())));
  }

  /** Closes without waiting for anything: what is queued in the channel may still leave or not. */
  void end(int code, String reason) {
    if (state == State.OPEN) {
      closing(loop.pace().closing().toNanos());
      channel.writeAndFlush(ServerFrames.close(alloc(), code, reason), channel.voidPromise());
    }
  }

  /** The client's close frame: the answer to ours, or one that we answer with its own content. */
  void closeReceived(byte[] payload, int length) {
    if (state == State.OPEN) {
      closing(loop.pace().closing().toNanos());
      var answer = ServerFrames.control(alloc(), Opcode.CLOSE, payload, length);
      channel.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    } else if (state == State.CLOSING) {
      channel.close();
    }
  }

  private void closing(long graceNanos) {
    state = State.CLOSING;
    deadline = loop.now() + graceNanos;
    dropBacklog();
    // The client's close frame and the end of its data are still to be seen.
    channel.config().setAutoRead(true);
    leaveChat();
  }

  private void finishWithin(long graceNanos) {
    deadline = loop.now() + graceNanos;
  }

  private void dropBacklog() {
    if (backlog != null) {
      backlog.drop();
      backlog = null;
    }
  }

  private void leaveChat() {
    var chat = inbound;
    inbound = null;
    if (chat == null) return;
    try {
      chat.closed();
    } catch (RuntimeException e) {
      log.error("Session {}: its end could not be handled", session, e);
    }
  }

  /** A client that does not take what is sent to it is not listened to either. */
  void readIfFree() {
    if (state == State.OPEN) {
      boolean behind = backlog != null && backlog.isLong();
      channel.config().setAutoRead(channel.isWritable() && !heldBack && !behind);
    }
  }

  /** Held back by the chat until it has dealt with enough of what came. */
  void reading(boolean on) {
    heldBack = !on;
    readIfFree();
  }

  void sweep(long now) {
    if (state == State.CLOSING) {
      if (now - deadline >= 0) destroy();
      return;
    }
    look(now);
    if (overflow != null) checkOverflow(overflow, now);
    if (state != State.OPEN) return;
    if (backlog != null && backlog.keepsOthersWaiting(now)) {
      loop.counters().closedSlow.increment();
      log.info("Session {} does not take its page, for which others wait, and is ended", session);
      // At once: a close frame would wait behind the page, and the others with it.
      destroy();
      return;
    }
    if (isSilent(now, loop.silentAfterNanos())) {
      destroy();
    } else if (mustPing(now, loop.pingEveryNanos())) {
      channel.writeAndFlush(ServerFrames.ping(), channel.voidPromise());
    }
  }

  /** Ends the socket at once: no close frame, no TLS farewell, queued data is lost. */
  void destroy() {
    var unsafe = channel.unsafe();
    unsafe.close(unsafe.voidPromise());
  }

  /** The socket is gone. */
  void gone() {
    state = State.GONE;
    dropBacklog();
    leaveChat();
  }
}
