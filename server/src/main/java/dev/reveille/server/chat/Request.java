package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Step;

/** The handler of one type of message from the body of an agent. */
public record Request<M extends ClientMessage>(Class<M> type, Handler<M> handler)
    implements Contribution {

  /** Runs on the agent's lane. */
  @FunctionalInterface
  public interface Handler<M> {
    /**
     * Handles a message.
     *
     * @param id the command's id, which becomes the id of the message that is stored for it
     */
    Step handle(Agent agent, Body body, M message, String id);
  }

  /** A handler of a request that stores no message. */
  @FunctionalInterface
  public interface Simple<M> {
    Step handle(Agent agent, Body body, M message);
  }

  /** Makes a request that stores no entry, so its handler does not get the id. */
  public static <M extends ClientMessage> Request<M> of(Class<M> type, Simple<M> handler) {
    return new Request<>(type, (agent, body, message, _) -> handler.handle(agent, body, message));
  }

  Step handle(Agent agent, Body body, ClientMessage message, String id) {
    return handler.handle(agent, body, type.cast(message), id);
  }

  @Override
  public String owns() {
    return "wire " + type.getSimpleName();
  }
}
