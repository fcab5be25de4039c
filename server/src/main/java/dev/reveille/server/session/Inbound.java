package dev.reveille.server.session;

import dev.reveille.protocol.ClientMessage;

/**
 * Takes the messages of one connection from the socket layer.
 *
 * <p>Called only by that connection's event loop, in order. Never blocks, and never throws because
 * of a client's data.
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

  /** The connection is gone. No call follows. */
  void closed();
}
