package dev.reveille.server.mail;

import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a mailbox cell is asked to do. */
public sealed interface MailboxCommand extends Command {

  /**
   * Its agent is connected.
   *
   * @param muted whom it does not hear
   * @param newcomer its row if the store may not have it; stored with the first message to it
   */
  record Open(SessionId session, boolean hasKey, List<String> muted, @Nullable StoredAgent newcomer)
      implements MailboxCommand {
    public Open again(List<String> now) {
      return new Open(session, hasKey, now, newcomer);
    }
  }

  /** From here on its agent does not hear these, and no others. */
  record Mute(SessionId session, List<String> muted) implements MailboxCommand {}

  /**
   * Its agent is about to write to another: may it, or do they go round in circles?
   *
   * @param id of the message it is about to send
   * @param inReplyTo what that answers, as JSON text
   */
  record Answering(Presence.Member author, String to, String id, @Nullable String inReplyTo)
      implements MailboxCommand {}

  /** Its agent is gone, if this session is still its body. */
  record Close(SessionId session) implements MailboxCommand {}

  /** Nobody can be its agent any more: it takes no mail. */
  record Shut() implements MailboxCommand {}

  /**
   * A message to its agent.
   *
   * @param id the message's
   * @param extras further wire fields without braces
   * @param chain who spoke in this exchange, the latest last
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
   * What this session of the agent got so far.
   *
   * @param upTo it needs none of the entries up to here any more
   * @param ahead nor these beyond it: ranges of seq as text
   * @param unshown entries that it certainly was not shown: ranges of seq as text
   */
  record Delivered(SessionId session, long upTo, String ahead, String unshown)
      implements MailboxCommand {}
}
