package dev.reveille.server.callback;

import dev.reveille.server.kernel.DirectoryEffect;

/** A change of which durable callbacks wait. {@link DurableCallbackTimers} carries it out. */
public sealed interface CallbackEffect extends DirectoryEffect {

  /** It is to fire after this many milliseconds. */
  record Arm(String agent, String id, long millis) implements CallbackEffect {}

  /** It has fired or is cancelled. */
  record Disarm(String agent, String id) implements CallbackEffect {}

  /** Its agent has it, but its row could not be removed: that is tried again. */
  record NotRemoved(String agent, String id) implements CallbackEffect {}
}
