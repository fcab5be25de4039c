package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;

/** Knows which sessions muted which agents. Called by the effects thread. */
@FunctionalInterface
public interface Mutes {
  /** True if the session muted the sender. */
  boolean isMuted(SessionId session, String sender);
}
