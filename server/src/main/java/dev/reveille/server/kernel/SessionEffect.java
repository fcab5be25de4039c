package dev.reveille.server.kernel;

/**
 * Something that happens to one session. Effects of one session run in order, or the session is
 * closed.
 */
public interface SessionEffect extends Effect {
  SessionId session();
}
