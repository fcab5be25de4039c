package dev.reveille.server.edge.ws;

/** Counts the traffic of the port since the start. Every number but {@link #open} only grows. */
public interface Traffic {
  /** Returns the number of open chat connections. */
  long open();

  /** Returns the number of upgrades that became a chat connection. */
  long accepted();

  /**
   * Returns the number of refused upgrades: foreign origin, bad handshake, too many of one address.
   */
  long refused();

  /** Returns the number of connections closed because they did not read. */
  long closedSlow();

  /** Returns the number of complete messages received. */
  long framesIn();

  /** Returns the number of messages handed to sockets: one broadcast to n connections counts n. */
  long framesOut();

  long bytesIn();

  long bytesOut();
}
