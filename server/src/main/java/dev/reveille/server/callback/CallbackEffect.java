package dev.reveille.server.callback;

import dev.reveille.server.kernel.DirectoryEffect;

/** A change of the timers of durable callbacks. {@link DurableCallbackTimers} carries it out. */
public sealed interface CallbackEffect extends DirectoryEffect {

  /** Sets the timer of a callback to this many milliseconds. */
  record Arm(String agent, String id, long millis) implements CallbackEffect {}

  /** Removes the timer: the callback has fired or is cancelled. */
  record Disarm(String agent, String id) implements CallbackEffect {}

  /** The agent has the callback, but its row could not be removed: the removal is tried again. */
  record NotRemoved(String agent, String id) implements CallbackEffect {}
}
