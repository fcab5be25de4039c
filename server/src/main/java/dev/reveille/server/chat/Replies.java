package dev.reveille.server.chat;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.delivery.ChatAnswer;
import dev.reveille.server.delivery.DeliveryEffect;
import dev.reveille.server.delivery.Lookup;
import dev.reveille.server.delivery.Query;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.kernel.Step;
import dev.reveille.server.kernel.Unit;
import java.util.List;
import java.util.function.Supplier;

/** Makes answers to a session that change nothing, in their place in the order of answers. */
public final class Replies {
  private Replies() {}

  public static Step reply(SessionId session, ServerMessage message) {
    return Step.of(Unit.barrier(List.of(new DeliveryEffect.ToSession(session, message))));
  }

  public static Step error(SessionId session, ErrorCode code, String reason) {
    return reply(session, new ServerMessage.Failure(code, reason));
  }

  public static Step error(Body body, ErrorCode code, String reason) {
    return error(body.session(), code, reason);
  }

  /**
   * Refuses a target that is the name of no agent or of several.
   *
   * @param named the agents of that name
   */
  public static Step nobody(Body body, String to, List<String> named) {
    return error(
        body,
        ErrorCode.AGENT_NOT_FOUND,
        named.isEmpty()
            ? "No agent " + Recipients.brief(to)
            : (named.size() > Recipients.MOST_SHOWN
                    ? "More than " + Recipients.MOST_SHOWN
                    : named.size())
                + " agents are called "
                + to.substring(1)
                + ", use the id: "
                + Recipients.some(named));
  }

  /** Answers with what a {@link Lookup} finds in the store. */
  public static Step lookUp(Body body, Query query) {
    return Step.of(Unit.barrier(List.of(new DeliveryEffect.LookUp(body.session(), query))));
  }

  /** Sends an error if the called cell refused; goes on with {@code otherwise} if not. */
  public static Step orError(Body body, ChatAnswer answer, Supplier<Step> otherwise) {
    return answer instanceof ChatAnswer.Refused(var code, var reason)
        ? error(body, code, reason)
        : otherwise.get();
  }
}
