package dev.reveille.server.mail;

import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to a mailbox cell. */
public sealed interface MailboxCommand extends Command {

  /**
   * The agent is connected.
   *
   * @param muted the agents that it has muted
   * @param newcomer its row if the store may not have it; stored with the first message to it
   */
  record Open(SessionId session, boolean hasKey, List<String> muted, @Nullable StoredAgent newcomer)
      implements MailboxCommand {
    public Open again(List<String> now) {
      return new Open(session, hasKey, now, newcomer);
    }
  }

  /** Replaces the agent's mutes. */
  record Mute(SessionId session, List<String> muted) implements MailboxCommand {}

  /**
   * Asks if the agent may write to another agent, or if the two are in a loop.
   *
   * @param id the id of the message that it is about to send
   * @param inReplyTo the message that it answers, as JSON text
   */
  record Answering(Presence.Member author, String to, String id, @Nullable String inReplyTo)
      implements MailboxCommand {}

  /** The agent disconnected, if this session is still its body. */
  record Close(SessionId session) implements MailboxCommand {}

  /** The agent's key was revoked: nobody can connect as this agent. The mailbox takes no mail. */
  record Shut() implements MailboxCommand {}

  /**
   * Stores a message to the agent.
   *
   * @param id the message's id
   * @param extras further wire fields without braces
   * @param chain the agents that spoke in this exchange, the latest last
   * @param newcomer the author's row if the store may not have it; stored with the message
   */
  record Deposit(
      String id,
      Presence.Member author,
      String content,
      String extras,
      @Nullable String clientMsgId,
      List<String> chain,
      @Nullable StoredAgent newcomer)
      implements MailboxCommand {
    public Deposit withChain(List<String> agents) {
      return new Deposit(id, author, content, extras, clientMsgId, agents, newcomer);
    }
  }

  /**
   * Stores an entry of the server for the agent. It waits and is delivered as a direct message is.
   * It may be told durably.
   *
   * @param kind the kind of the entry, in capitals
   * @param speaker the agent that it is about. If the receiver muted it, the entry is passed over
   * @param content words for clients that do not know the kind
   * @param extras further wire fields without braces
   */
  record Place(String kind, String speaker, String content, String extras)
      implements MailboxCommand {}

  /**
   * Reports the progress of this session of the agent.
   *
   * @param upTo the session needs none of the entries up to here any more
   * @param ahead entries after it that it does not need either: ranges of seq as text
   * @param unshown entries that it certainly did not show: ranges of seq as text
   */
  record Delivered(SessionId session, long upTo, String ahead, String unshown)
      implements MailboxCommand {}
}
