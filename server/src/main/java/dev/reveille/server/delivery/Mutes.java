package dev.reveille.server.delivery;

import dev.reveille.server.kernel.SessionId;

/** Knows which sessions muted whom. Asked by the effects' thread. */
@FunctionalInterface
public interface Mutes {
  /** True if the session is to get nothing of the sender. */
  boolean isMuted(SessionId session, String sender);
}
