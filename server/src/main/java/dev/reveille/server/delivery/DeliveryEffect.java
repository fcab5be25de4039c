package dev.reveille.server.delivery;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message to sessions. {@link Delivery} carries it out.
 *
 * <p>An effect for several sessions counts as one effect for each of them: it has its place in the
 * order of each session.
 */
public sealed interface DeliveryEffect extends Effect {

  record ToSession(SessionId session, ServerMessage message)
      implements DeliveryEffect, SessionEffect {}

  /**
   * Sends to the session that the agent has when this runs, if any, unless the agent muted the
   * sender.
   */
  record ToAgent(String agent, ServerMessage message) implements DeliveryEffect, SessionEffect {}

  /** Sends a message of one agent to another agent's session, unless that one muted the sender. */
  record FromAgent(String sender, SessionId session, ServerMessage message)
      implements DeliveryEffect, SessionEffect {}

  /** Sends the same message to each of these sessions, except one. */
  record ToMany(List<SessionId> sessions, ServerMessage message, @Nullable SessionId except)
      implements DeliveryEffect, SessionEffect {}

  /**
   * Sends a channel's message to the members that the channel had when the message got its seq.
   *
   * @param members the same list for all messages until the membership or a filter changes
   * @param also the sessions whose filter matched
   * @param mentions the ids of the agents that it mentions
   * @param sender gets the echo; only the echo carries {@code clientMsgId}
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

  /** Sends the first acknowledgement of a message again, read from the store. */
  record EchoAgain(SessionId session, String stream, long seq, String clientMsgId)
      implements DeliveryEffect, SessionEffect {}

  /**
   * Answers a question about what is durable. The {@link Lookup} of the query's type makes the
   * answer.
   */
  record LookUp(SessionId session, Query query) implements DeliveryEffect, SessionEffect {}

  /** Answers a request. The session handles nothing else until it has this answer. */
  record Reply(ReplyTo to, ServerMessage message) implements DeliveryEffect, SessionEffect {}

  /** Forgets copies of a stream's entries in memory, because the store has another text now. */
  record Replaced(String stream) implements DeliveryEffect, DirectoryEffect {}

  /** Closes the session after everything that was sent to it before. */
  record Hangup(SessionId session, int code, String reason)
      implements DeliveryEffect, SessionEffect {}
}
