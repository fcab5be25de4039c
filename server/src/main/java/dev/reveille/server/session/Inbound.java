package dev.reveille.server.session;

/**
 * Where the socket layer hands what one connection sends.
 *
 * <p>Called by that connection's event loop only, in order; never blocks, never throws for what a
 * client sent.
 */
public interface Inbound {
  /** A complete text or binary message. */
  void message(String text);

  /** The connection is gone. Nothing follows. */
  void closed();
}
