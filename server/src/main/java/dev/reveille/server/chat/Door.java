package dev.reveille.server.chat;

import dev.reveille.server.kernel.SessionId;

/** Lets connections in. */
public interface Door {

  /**
   * Who knocks.
   *
   * @param address the client's, as far as it can be trusted
   */
  record Visitor(SessionId session, String address) {}

  /** A connection is up. Called by its event loop. */
  Inbound opened(Visitor visitor);
}
