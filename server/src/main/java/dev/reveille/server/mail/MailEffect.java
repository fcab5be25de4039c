package dev.reveille.server.mail;

import dev.reveille.protocol.ServerMessage;
import dev.reveille.server.kernel.DirectoryEffect;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.SessionEffect;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message from a mailbox to its agent's session. {@link MailDelivery} carries it out. */
public sealed interface MailEffect extends Effect {
  /** The kind of what arrives if it is a reference to a message of a channel. */
  String MENTION = "mention";

  /** Acknowledges a direct message to its author. */
  record Echo(SessionId session, ServerMessage.Msg message, @Nullable String clientMsgId)
      implements MailEffect, SessionEffect {}

  /**
   * Starts the delivery of a mailbox: first the waiting entries, then new ones.
   *
   * @param from the first entry not known to be delivered
   * @param to the last entry stored so far
   * @param offered entries up to here may have been shown before and are marked as replay
   * @param ahead entries after the delivered mark that are delivered too: ranges of seq as text
   * @param unshown entries up to {@code offered} that were never shown: ranges of seq as text
   * @param muted entries of these agents are skipped
   * @param confirm true if entries are settled only when the agent confirms them
   * @param references true if the inbox has references
   * @param kinds the kinds of entries that the session knows, besides messages
   */
  record OpenMail(
      SessionId session,
      String agent,
      long from,
      long to,
      long offered,
      String ahead,
      String unshown,
      List<String> muted,
      boolean confirm,
      boolean references,
      List<String> kinds)
      implements MailEffect, SessionEffect {}

  /** Settles all entries of an open mailbox up to this seq: the agent confirmed them. */
  record Settle(SessionId session, long upTo) implements MailEffect, SessionEffect {}

  /** Says that the inbox of an open mailbox has a reference. */
  record Referred(SessionId session) implements MailEffect, SessionEffect {}

  /**
   * Says that the inbox of an agent has something new, to all who wait for it.
   *
   * @param kind the kind of the entry; {@link #MENTION} for a reference
   */
  record Arrived(String agent, String kind) implements MailEffect, DirectoryEffect {}

  /**
   * Replaces the session's mutes: from now on it gets no mail of these agents, and mail of all
   * others.
   */
  record MuteMail(SessionId session, List<String> muted) implements MailEffect, SessionEffect {}

  /**
   * Skips an entry of an open mailbox because its agent muted the sender. It counts as delivered.
   */
  record PassOver(SessionId session, long seq) implements MailEffect, SessionEffect {}

  /**
   * Sends a direct message of an open mailbox. {@code clientMsgId} is set if the agent wrote to
   * itself.
   */
  record Mail(SessionId session, ServerMessage.Msg message, @Nullable String clientMsgId)
      implements MailEffect, SessionEffect {}
}
