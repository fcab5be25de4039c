package dev.reveille.server.mail;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a mailbox sends to its agent's session. {@link MailDelivery} carries it out. */
public sealed interface MailEffect extends Effect {

  /** The acknowledgement of a direct message. */
  record Echo(SessionId session, ServerMessage.Msg message, @Nullable String clientMsgId)
      implements MailEffect, SessionEffect {}

  /**
   * Starts to hand over a mailbox: first what waits, then what comes.
   *
   * @param from the first entry not known to be delivered
   * @param to the last entry stored so far
   * @param offered entries up to here may have been shown before and are marked as replay
   * @param ahead entries from there on that are delivered all the same: ranges of seq as text
   * @param unshown entries up to {@code offered} that were never shown: ranges of seq as text
   * @param muted entries of these agents are passed over
   */
  record OpenMail(
      SessionId session,
      String agent,
      long from,
      long to,
      long offered,
      String ahead,
      String unshown,
      List<String> muted)
      implements MailEffect, SessionEffect {}

  /** From here on the session gets no mail of these agents, and of all others again. */
  record MuteMail(SessionId session, List<String> muted) implements MailEffect, SessionEffect {}

  /** An entry of an open mailbox that its agent muted: it counts as handed over. */
  record PassOver(SessionId session, long seq) implements MailEffect, SessionEffect {}

  /** A direct message for an open mailbox; {@code clientMsgId} if the agent wrote to itself. */
  record Mail(SessionId session, ServerMessage.Msg message, @Nullable String clientMsgId)
      implements MailEffect, SessionEffect {}
}
