package dev.reveille.server.kernel;

/**
 * An effect on one session, or on each of several sessions. The effects of one session run in
 * order; if that is not possible, the session is closed.
 */
public interface SessionEffect extends Effect {}
