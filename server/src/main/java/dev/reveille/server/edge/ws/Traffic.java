package dev.reveille.server.edge.ws;

/** What went through the port since the start. Every number but {@link #open} only grows. */
public interface Traffic {
  /** Chat connections that are up now. */
  long open();

  /** Upgrades that became a chat connection. */
  long accepted();

  /** Upgrades refused: foreign origin, bad handshake, too many of one address. */
  long refused();

  /** Connections closed because they did not read what was sent to them. */
  long closedSlow();

  /** Complete messages received. */
  long framesIn();

  /** Messages handed to sockets: one broadcast to n connections counts n. */
  long framesOut();

  long bytesIn();

  long bytesOut();
}
