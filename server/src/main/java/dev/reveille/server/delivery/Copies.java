package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;
import org.jspecify.annotations.Nullable;

/** Knows whose sessions have to be asked which messages of channels their sockets took. */
public interface Copies {
  /** Takes note of messages that a socket took. Any thread may call it. */
  interface Taken {
    /** The socket took all messages of a channel from the first to the last seq. */
    void copied(String channel, long first, long last);
  }

  /** Returns who takes note for the session; null if nobody does. Called by the effects thread. */
  @Nullable Taken of(SessionId session);
}
