package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.server.delivery.AdminRequest;
import dev.reveille.server.delivery.Attached;
import dev.reveille.server.delivery.Messages;
import dev.reveille.server.identity.StoredAgent;
import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Effect;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
import dev.reveille.server.store.AppendEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to a channel cell. */
public sealed interface ChannelCommand extends Command {

  /** The reason why an agent enters. */
  enum Entry {
    /** The channel takes every agent that connects. */
    AUTOMATIC,
    /** The agent connects again and has a stored membership. */
    RETURN,
    /** The agent sent JOIN. */
    ASKED
  }

  /**
   * An agent enters the channel.
   *
   * @param keep true if the membership is stored: the agent has a key and sent JOIN
   * @param since replay only entries that are newer; absent = the newest ones
   * @param filter the agent's filter from its first message on
   * @param newcomer the agent's row if the store may not have it; stored with the membership
   * @param undone how often this entry was undone because the store refused a unit before it
   */
  record Enter(
      Presence.Member member,
      Entry entry,
      boolean keep,
      @Nullable Long since,
      ChannelFilter filter,
      @Nullable StoredAgent newcomer,
      int undone)
      implements ChannelCommand {
    public Enter again(ChannelFilter now) {
      return new Enter(member, entry, keep, since, now, newcomer, undone + 1);
    }
  }

  /**
   * An agent leaves the channel.
   *
   * @param gone true if the agent disconnected: it gets no answer and its stored membership stays
   */
  record Exit(Presence.Member member, boolean gone) implements ChannelCommand {}

  /**
   * Stores the membership of an agent, because one of its side sessions sent JOIN. Its body, if it
   * has one, enters.
   *
   * @param side the agent as the side session, which gets the answer
   * @param body the agent as its body; null if it is away
   * @param entry {@link Entry#RETURN} if the membership is stored already, else {@link Entry#ASKED}
   * @param since replay the entries that are newer; absent = replay none
   * @param filter the filter of the body from its first message on, and the agents that are muted
   * @param newcomer the agent's row if the store may not have it; stored with the membership
   */
  record Admit(
      Presence.Member side,
      Presence.@Nullable Member body,
      Entry entry,
      @Nullable Long since,
      ChannelFilter filter,
      @Nullable StoredAgent newcomer)
      implements ChannelCommand {}

  /**
   * Removes the stored membership of an agent, because one of its side sessions sent LEAVE. Its
   * body, if it has one, leaves.
   *
   * @param side the agent as the side session, which gets the answer
   * @param body the agent as its body; null if it is away
   */
  record Dismiss(Presence.Member side, Presence.@Nullable Member body) implements ChannelCommand {}

  /**
   * Puts the body of an agent into the channel or out of it, because the store refused a change of
   * its membership. Nothing happens if it is there already.
   *
   * @param in true if it belongs in
   */
  record Place(Presence.Member body, boolean in, ChannelFilter filter) implements ChannelCommand {}

  /**
   * A member posts a message.
   *
   * @param id the message's id
   * @param extras further wire fields without braces
   * @param mentions the ids of the agents that it mentions
   * @param inReplyTo the message that it answers, as JSON text
   * @param newcomer the author's row if the store may not have it; stored with the message
   * @param aside the right by which a side session posts, which is no member; null if it has none,
   *     or if the author is no side session
   */
  record Post(
      String id,
      Presence.Member author,
      String kind,
      String content,
      String extras,
      @Nullable String clientMsgId,
      List<String> mentions,
      List<String> tags,
      @Nullable String inReplyTo,
      @Nullable StoredAgent newcomer,
      Attached attached,
      @Nullable Entry aside)
      implements ChannelCommand {
    public Post {
      mentions = List.copyOf(mentions);
      tags = List.copyOf(tags);
    }

    /** Makes a post of a member. */
    public Post(
        String id,
        Presence.Member author,
        String kind,
        String content,
        String extras,
        @Nullable String clientMsgId,
        List<String> mentions,
        List<String> tags,
        @Nullable String inReplyTo,
        @Nullable StoredAgent newcomer,
        Attached attached) {
      this(
          id,
          author,
          kind,
          content,
          extras,
          clientMsgId,
          mentions,
          tags,
          inReplyTo,
          newcomer,
          attached,
          null);
    }
  }

  /**
   * A member gets another filter from now on.
   *
   * @param asked true if it sent SUBSCRIBE: it gets an answer
   * @param keep true if the filter is stored
   */
  record SetFilter(Presence.Member member, ChannelFilter filter, boolean asked, boolean keep)
      implements ChannelCommand {}

  /**
   * An operator sets the least time between two messages of one agent; 0 = none. The channel
   * answers the request.
   *
   * @param audit the audit events of the order; stored with the setting
   */
  record SlowDown(AdminRequest request, long seconds, List<AppendEvent> audit)
      implements ChannelCommand {
    public SlowDown {
      audit = List.copyOf(audit);
    }

    @Override
    public List<Effect> unhandled() {
      return request.refused(ErrorCode.STORE_UNAVAILABLE, Messages.UNAVAILABLE);
    }
  }

  /** The server posts a notice, unless the channel has too many members for notices. */
  record Notice(String text) implements ChannelCommand {}

  /**
   * An agent creates the channel and is its first member.
   *
   * @param creator the session that asks, which may be a side session
   * @param body the agent as its body, which is in the channel from then on; null if it is away
   * @param keep true if its membership is stored
   * @param newcomer the creator's row if the store may not have it; stored with the channel
   */
  record Create(
      Presence.Member creator,
      Presence.@Nullable Member body,
      boolean keep,
      boolean inviteOnly,
      boolean verifiedOnly,
      ChannelFilter filter,
      @Nullable StoredAgent newcomer)
      implements ChannelCommand {}

  /** Creates a channel of the configuration if it does not exist. */
  record Establish() implements ChannelCommand {}

  /**
   * Removes the channel if it has no members and no messages of agents.
   *
   * @param lastSeq the last seq of the channel when the store had nothing in it that must stay
   */
  record Close(long lastSeq) implements ChannelCommand {}

  /**
   * A member invites another agent.
   *
   * @param id the command's id
   * @param aside the right by which a side session invites; null if it has none
   */
  record Invite(String id, Presence.Member inviter, String target, @Nullable Entry aside)
      implements ChannelCommand {}

  /**
   * Asks for the members. Only members get those of an invite-only channel.
   *
   * @param aside the right by which a side session asks; null if it has none
   */
  record ListMembers(Presence.Member asker, @Nullable Entry aside) implements ChannelCommand {}

  /**
   * Asks if this agent may read the history.
   *
   * @param verified true if the agent is verified
   * @param aside the right by which a side session reads; null if it has none
   */
  record MayRead(String agent, boolean verified, @Nullable Entry aside) implements ChannelCommand {}

  record Type(Presence.Member typist) implements ChannelCommand {}

  /** The claimant says that it is about to answer a message. */
  record Claim(Presence.Member claimant, String msgId, double startedAt)
      implements ChannelCommand {}

  /** An agent disconnected that was never in the channel. Its claims to the floor end. */
  record ReleaseFloor(SessionId session) implements ChannelCommand {}

  /** The server posts a notice that is not stored, unless the channel has too many members. */
  record Announce(String text) implements ChannelCommand {}

  /**
   * The server posts an entry on behalf of an agent, to all members. Slow mode, filters and mutes
   * treat it as the agent's.
   *
   * @param id the entry's id; the same id is stored once
   * @param session the session whose agent must still be a member; absent = the caller has checked
   *     that
   * @param kind the kind of the entry
   * @param event the event that is stored with it
   * @param fields the event's detail without braces; {@code seq} is added
   */
  record SayFor(
      String agent,
      @Nullable SessionId session,
      String id,
      String kind,
      String content,
      String extras,
      String event,
      String fields,
      Attached attached)
      implements ChannelCommand {}

  record FindFellows(String agent) implements ChannelCommand {}

  /** Replaces the data of a member. Nobody is told. */
  record Update(Presence.Member member) implements ChannelCommand {}

  /** A member has a new name. {@code member} has it already. */
  record Rename(Presence.Member member, String oldName) implements ChannelCommand {}
}
