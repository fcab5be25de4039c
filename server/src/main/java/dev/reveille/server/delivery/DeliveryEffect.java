package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is sent to sessions. {@link Delivery} carries it out.
 *
 * <p>An effect for several sessions counts as one for each of them: it takes its place in the order
 * of each session.
 */
public sealed interface DeliveryEffect extends Effect {

  record ToSession(SessionId session, ServerMessage message)
      implements DeliveryEffect, SessionEffect {}

  /** To the session that the agent has when this runs, if any, unless it muted the sender. */
  record ToAgent(String agent, ServerMessage message) implements DeliveryEffect, SessionEffect {}

  /** From one agent to another's session, unless that muted the sender. */
  record FromAgent(String sender, SessionId session, ServerMessage message)
      implements DeliveryEffect, SessionEffect {}

  /** The same message to each of these sessions, but for one. */
  record ToMany(List<SessionId> sessions, ServerMessage message, @Nullable SessionId except)
      implements DeliveryEffect, SessionEffect {}

  /**
   * A channel's message to the members it had when it got its seq.
   *
   * @param members shared between messages until the membership or somebody's filter changes
   * @param also those whose filter let it pass
   * @param mentions the ids of those whom it names
   * @param sender gets the echo, which alone carries {@code clientMsgId}
   */
  record Fanout(
      String channel,
      List<SessionId> members,
      List<SessionId> also,
      ServerMessage.Msg message,
      List<String> mentions,
      @Nullable SessionId sender,
      @Nullable String clientMsgId)
      implements DeliveryEffect, SessionEffect {}

  /** The first acknowledgement of a message once more, read from the store. */
  record EchoAgain(SessionId session, String stream, long seq, String clientMsgId)
      implements DeliveryEffect, SessionEffect {}

  /** Answers a question about what is durable; the {@link Lookup} of its type knows the answer. */
  record LookUp(SessionId session, Query query) implements DeliveryEffect, SessionEffect {}

  /** The answer to a request that its session waits for before it sends anything else. */
  record Reply(ReplyTo to, ServerMessage message) implements DeliveryEffect, SessionEffect {}

  /** Closes the session after everything that was sent to it before. */
  record Hangup(SessionId session, int code, String reason)
      implements DeliveryEffect, SessionEffect {}
}
