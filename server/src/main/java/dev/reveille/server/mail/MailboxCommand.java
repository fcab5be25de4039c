package dev.reveille.server.mail;

import dev.reveille.protocol.ConfirmMessages;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to a mailbox cell. */
public sealed interface MailboxCommand extends Command {

  /**
   * The agent is connected.
   *
   * @param confirm true if it confirms entries, and does not do so by taking them
   * @param kinds the kinds of entries that it knows, besides messages
   * @param muted the agents that it has muted
   * @param newcomer its row if the store may not have it; stored with the first message to it
   */
  record Open(
      SessionId session,
      boolean hasKey,
      boolean confirm,
      List<String> kinds,
      List<String> muted,
      @Nullable StoredAgent newcomer)
      implements MailboxCommand {
    public Open again(List<String> now) {
      return new Open(session, hasKey, confirm, kinds, now, newcomer);
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

  /** The agent is stored with its key: from now on it gets mail also while it is away. */
  record TakeMail() implements MailboxCommand {}

  /**
   * Stores a message to the agent.
   *
   * @param id the message's id
   * @param kind the kind of the entry, see {@link StoredEntry#kind}
   * @param extras further wire fields without braces
   * @param chain the agents that spoke in this exchange, the latest last
   * @param newcomer the author's row if the store may not have it; stored with the message
   * @param receipt true if the author wants to hear what becomes of it
   */
  record Deposit(
      String id,
      Presence.Member author,
      String kind,
      String content,
      String extras,
      @Nullable String clientMsgId,
      List<String> chain,
      @Nullable StoredAgent newcomer,
      boolean receipt)
      implements MailboxCommand {
    public Deposit withChain(List<String> agents) {
      return new Deposit(id, author, kind, content, extras, clientMsgId, agents, newcomer, receipt);
    }
  }

  /**
   * Stores an entry of the server for the agent. It waits and is delivered as a direct message is.
   * It may be told durably.
   *
   * @param id the entry's id; a repeat has no second effect. Null: it has none
   * @param kind the kind of the entry, in capitals
   * @param speaker the agent that it is about. If the receiver muted it, the entry is passed over
   * @param content words for clients that do not know the kind
   * @param extras further wire fields without braces
   */
  record Place(@Nullable String id, String kind, String speaker, String content, String extras)
      implements MailboxCommand {}

  /**
   * Stores an entry of the server for the agent, with what a feature adds to it. Programs read its
   * content, which begins with a marker. Refused if nobody can read the mailbox or if it is full;
   * then nothing is stored.
   *
   * @param id the entry's id; a repeat has no second effect
   * @param kind the kind of the entry
   * @param speaker the agent that it is about
   * @param extras further wire fields without braces
   */
  record PlaceMarker(
      String id, String kind, String speaker, String content, String extras, Attached attached)
      implements MailboxCommand {}

  /**
   * Reports the progress of this session of the agent.
   *
   * @param upTo the session needs none of the entries up to here any more
   * @param ahead entries after it that it does not need either: ranges of seq as text
   * @param unshown entries that it certainly did not show: ranges of seq as text
   * @param shown entries that its socket took: ranges of seq as text
   */
  record Delivered(SessionId session, long upTo, String ahead, String unshown, String shown)
      implements MailboxCommand {}

  /**
   * Messages of a channel that the agent took or did not want, from the first to the last seq.
   *
   * @param ts the time of one message that was just posted, so that its reference may still be on
   *     its way; 0 if there may be several, and they are older
   */
  record Copy(String channel, long first, long last, long ts) {
    boolean isLive() {
      return ts != 0;
    }

    boolean is(StoredReference reference) {
      return reference.channel().equals(channel)
          && reference.seq() >= first
          && reference.seq() <= last;
    }
  }

  /** A turn began with a wake that was about these entries. */
  record TurnStarted(long from, long upTo) implements MailboxCommand {}

  /** The agent acted in a turn that began with a wake that was about these entries. */
  record ActedOn(long from, long upTo) implements MailboxCommand {}

  /** The agent replied to a message, whose id it gave as JSON text. */
  record Replied(String inReplyTo) implements MailboxCommand {}

  /** Removes the references to messages of muted agents. */
  record RemoveMuted() implements MailboxCommand {}

  /** Reports which messages of channels the agent took itself. */
  record Copied(List<Copy> copies) implements MailboxCommand {
    public Copied {
      copies = List.copyOf(copies);
    }
  }

  /** Reports that the entries up to here were shown to the agent, and not by a delivery. */
  record Shown(long upTo) implements MailboxCommand {}

  /**
   * Confirms what the agent has dealt with.
   *
   * @param asker the session that gets the answer
   * @param to the inbox or a channel
   * @param cursor repeated in the answer
   * @param seq entries up to here; 0 = none
   * @param reference references up to this number; 0 = none
   * @param lost how many references it was told to be lost, of all that were ever lost
   * @param marks messages of channels, up to these seqs
   * @param withReferences true if references to these messages are confirmed too; then the seqs are
   *     not beyond the last durable entries
   */
  record Confirm(
      SessionId asker,
      String to,
      @Nullable String cursor,
      long seq,
      long reference,
      long lost,
      List<ConfirmMessages.ChannelMark> marks,
      boolean withReferences)
      implements MailboxCommand {
    public Confirm {
      marks = List.copyOf(marks);
    }
  }
}
