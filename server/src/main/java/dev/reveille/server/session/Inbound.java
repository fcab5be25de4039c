package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;

/**
 * Where the socket layer hands what one connection sends.
 *
 * <p>Called by that connection's event loop only, in order; never blocks, never throws for what a
 * client sent.
 */
public interface Inbound {
  /** The frame limit of a connection that takes nothing more. */
  int CLOSED = -1;

  /**
   * Returns how many frames the client may send in ten seconds now; 0 if there is no limit, {@link
   * #CLOSED} if all that follows is to be dropped.
   */
  int frameLimit();

  /** Ends the connection: the client sent more frames than its limit. */
  void tooManyFrames();

  /**
   * Takes a valid message.
   *
   * @param length how long its text was, in characters
   */
  void message(ClientMessage message, int length);

  /**
   * Takes note of a text that is no valid message. The client is told so in its place among the
   * other answers.
   */
  void invalid(String reason);

  /** The connection is gone. Nothing follows. */
  void closed();
}
