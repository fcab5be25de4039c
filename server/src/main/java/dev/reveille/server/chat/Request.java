package dev.reveille.server.chat;

import dev.reveille.protocol.ClientMessage;
import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.kernel.Contribution;
import dev.reveille.server.kernel.Step;
import java.util.Optional;

/** The handler of one type of message from a session of an agent. */
public record Request<M extends ClientMessage>(Class<M> type, Handler<M> handler, Allowed to)
    implements Contribution {

  /** The sessions that may make a request. Each constant includes those before it. */
  public enum Allowed {
    /** Only the agent's body: the request needs presence. */
    BODY,
    /** Also side sessions of an agent with a key. */
    SIDE,
    /** Also side sessions without a key, which only read. */
    GUEST
  }

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

  /** Makes a request of the body. */
  public Request(Class<M> type, Handler<M> handler) {
    this(type, handler, Allowed.BODY);
  }

  /** Makes a request of the body that stores no entry, so its handler does not get the id. */
  public static <M extends ClientMessage> Request<M> of(Class<M> type, Simple<M> handler) {
    return new Request<>(type, (agent, body, message, _) -> handler.handle(agent, body, message));
  }

  /** Returns the same request, which side sessions of an agent with a key may make too. */
  public Request<M> orSide() {
    return new Request<>(type, handler, Allowed.SIDE);
  }

  /** Returns the same request, which every side session may make too. It must change nothing. */
  public Request<M> orGuest() {
    return new Request<>(type, handler, Allowed.GUEST);
  }

  /** Returns why this session may not make the request; empty if it may. */
  Optional<ChatAnswer.Refused> refusal(Body session, ClientMessage message) {
    if (!session.side() || to == Allowed.GUEST) return Optional.empty();
    if (!session.hasKey()) {
      return Optional.of(
          new ChatAnswer.Refused(
              ErrorCode.SIGNATURE_REQUIRED,
              message.type() + " needs a key: a side session without a key only reads"));
    }
    return to == Allowed.SIDE
        ? Optional.empty()
        : Optional.of(
            new ChatAnswer.Refused(
                ErrorCode.NOT_ALLOWED,
                message.type()
                    + " needs presence, and a side session is not present: IDENTIFY without side"));
  }

  Step handle(Agent agent, Body body, ClientMessage message, String id) {
    return handler.handle(agent, body, type.cast(message), id);
  }

  @Override
  public String owns() {
    return "wire " + type.getSimpleName();
  }
}
