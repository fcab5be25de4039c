package dev.reveille.server.kernel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One stored timer in memory, without its payload. Its monitor guards the change of its state.
 *
 * <p>While it waits for its wall time it is in {@link WallHeap}, and its fire time is in wall
 * milliseconds. While it is put off or tried again it is in the {@link TimerQueue}.
 */
/*
 * There may be a million of them. So the timer is its own node in the heap, in the queue and in the
 * list of its owner, and shares the parts of its name with the owner's other timers.
 */
final class WallTimer extends TimerQueue.Task implements DueQueue.Turn {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** The longest wait is the first one doubled this often: about a minute. */
  private static final int MOST_DOUBLINGS = 6;

  enum State {
    /** In the heap, until its wall time. */
    AWAITS_TIME,
    /** In the queue, because its feature put it off. */
    PUT_OFF,
    /** Told to its owner, or on its way there. */
    DUE,
    /** In the queue, because telling it came to nothing. */
    AWAITS_RETRY,
    /** Removed or set again. */
    ENDED
  }

  final TimerId id;
  final OwnedTimers list;
  final long at;

  /** The monotonic time at which it is due, whatever the wall clock shows. */
  final long latestNanos;

  final int version;
  final boolean hasPayload;

  /** Neighbours in the owner's list; guarded by the monitor of {@link WallTimers}. */
  @Nullable WallTimer before;

  @Nullable WallTimer next;

  private volatile State state = State.AWAITS_TIME;
  private volatile byte note;
  private byte tries;

  WallTimer(
      TimerId id, OwnedTimers list, long at, long latestNanos, int version, boolean hasPayload) {
    this.id = id;
    this.list = list;
    this.at = at;
    this.latestNanos = latestNanos;
    this.version = version;
    this.hasPayload = hasPayload;
  }

  State state() {
    return state;
  }

  int note() {
    return note;
  }

  /** Makes it due. False if it was removed or set again meanwhile. */
  synchronized boolean timeHasCome() {
    if (state != State.AWAITS_TIME) return false;
    state = State.DUE;
    return true;
  }

  synchronized void putOff(Duration delay, int newNote) {
    switch (state) {
      case DUE -> {
        note = (byte) newNote;
        state = State.PUT_OFF;
        list.timers.queue().schedule(delay, this);
      }
      case PUT_OFF, AWAITS_RETRY -> {
        note = (byte) newNote;
        state = State.PUT_OFF;
      }
      case AWAITS_TIME, ENDED -> {}
    }
  }

  synchronized void retry(int newNote) {
    if (state == State.AWAITS_TIME) return;
    note = (byte) newNote;
    retry();
  }

  synchronized void retry() {
    if (state != State.DUE) return;
    state = State.AWAITS_RETRY;
    list.timers.queue().schedule(FIRST_WAIT.multipliedBy(1L << tries), this);
    if (tries < MOST_DOUBLINGS) tries++;
  }

  synchronized void end() {
    switch (state) {
      case AWAITS_TIME -> list.timers.heap().remove(this);
      case PUT_OFF, AWAITS_RETRY -> {
        var _ = list.timers.queue().cancel(this);
      }
      case DUE, ENDED -> {}
    }
    state = State.ENDED;
  }

  @Override
  protected void fire() {
    synchronized (this) {
      if (state != State.PUT_OFF && state != State.AWAITS_RETRY) return;
      state = State.DUE;
    }
    list.timers.admit(this);
  }

  @Override
  public CompletionStage<?> enter() {
    if (state != State.DUE) return CompletableFuture.completedStage(null);
    return list.timers
        .tell(this)
        .whenComplete(
            (_, failure) -> {
              if (failure != null) retry();
            });
  }
}
