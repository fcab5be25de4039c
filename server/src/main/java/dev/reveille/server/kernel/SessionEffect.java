package dev.reveille.server.kernel;

/**
 * Something that happens to one session, or to each of several. The effects of one session run in
 * order, or the session is closed.
 */
public interface SessionEffect extends Effect {}
