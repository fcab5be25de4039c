package dev.reveille.server.route;

import java.util.OptionalLong;

/*
 * Messages come in bursts, a minute or more apart. Each event restarts a rolling window, so that a burst becomes one
 * wake; a cap from the first event bounds how long a constant stream can put it off. After a wake nothing is sent for
 * the refractory time, because the agent reads everything that came meanwhile anyway. The cap is stronger than the
 * refractory time: an event never waits longer than the cap. A window of zero goes around all three.
 *
 * All times are of the clock that does not jump, in nanoseconds.
 */
/** Says when the events of one seat are sent together. Not safe for several threads. */
public final class Coalescing {
  private final long usual;
  private final long cap;
  private final long refractory;
  private boolean waiting;
  private long first;

  /** The shortest window of what waits, and its latest event. */
  private long window;

  private long latest;
  private boolean sentBefore;
  private long sent;

  public Coalescing(long window, long cap, long refractory) {
    usual = window;
    this.cap = cap;
    this.refractory = refractory;
  }

  /** Notes an event with the usual window. */
  public void event(long now) {
    event(now, usual);
  }

  /** Notes an event. One with a longer window does not put off what waits for a shorter one. */
  public void event(long now, long itsWindow) {
    if (!waiting) first = now;
    if (!waiting || itsWindow <= window) {
      window = itsWindow;
      latest = now;
    }
    waiting = true;
  }

  /** Returns when the events are due; empty if none waits. */
  public OptionalLong due() {
    if (!waiting) return OptionalLong.empty();
    if (window == 0) return OptionalLong.of(latest);
    long rolling = latest + window;
    long rested = sentBefore ? Math.max(rolling, sent + refractory) : rolling;
    return OptionalLong.of(Math.min(rested, first + cap));
  }

  /** Notes that the events were handed on. */
  public void taken() {
    waiting = false;
  }

  /** Notes that a wake was sent, or that one may have been. */
  public void sent(long now) {
    sentBefore = true;
    sent = now;
  }

  public boolean isWaiting() {
    return waiting;
  }
}
