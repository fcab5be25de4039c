package dev.reveille.server.session;

/**
 * Takes the messages of one connection from the socket layer.
 *
 * <p>Called only by that connection's event loop, in order. Never blocks, and never throws because
 * of a client's data.
 */
public interface Inbound {
  /** A complete text or binary message. */
  void message(String text);

  /** The connection is gone. No call follows. */
  void closed();
}
