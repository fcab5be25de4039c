package dev.reveille.server.edge.ws;

/** Takes the texts that one connection sends, in order, on its event loop. */
interface TextReceiver {
  /** Takes a complete text or binary message. */
  void message(String text);

  /** The connection is gone. Nothing follows. */
  void closed();
}
