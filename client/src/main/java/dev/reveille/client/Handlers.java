package dev.reveille.client;

import dev.reveille.protocol.ServerMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Handlers of messages, by the class of the message. */
final class Handlers {
  private final Map<Class<?>, Consumer<ServerMessage>> handlers = new HashMap<>();

  /** Adds a handler. A class with several handlers gives its messages to all, in order. */
  <M extends ServerMessage> Handlers on(Class<M> type, Consumer<? super M> handler) {
    handlers.merge(type, m -> handler.accept(type.cast(m)), Consumer::andThen);
    return this;
  }

  /** Hands the message over. False if there is no handler for its class. */
  boolean handle(ServerMessage message) {
    var handler = handlers.get(message.getClass());
    if (handler != null) handler.accept(message);
    return handler != null;
  }
}
