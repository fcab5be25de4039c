package dev.reveille.protocol;

import java.util.List;

/**
 * The messages that one file describes.
 *
 * @param client those that clients send
 * @param server those that the server sends
 */
record MessageTypes(List<? extends ClientType<?>> client, List<? extends ServerType<?>> server) {
  MessageTypes {
    client = List.copyOf(client);
    server = List.copyOf(server);
  }
}
