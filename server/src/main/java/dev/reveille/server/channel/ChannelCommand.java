package dev.reveille.server.channel;

import dev.reveille.protocol.ErrorCode;
import dev.reveille.protocol.Filter;
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

/** What a channel cell is asked to do. */
public sealed interface ChannelCommand extends Command {

  /** Why an agent enters. */
  enum Entry {
    /** The channel takes everybody who connects. */
    AUTOMATIC,
    /** The stored membership of an agent that connects again. */
    RETURN,
    /** The agent asked. */
    ASKED
  }

  /**
   * An agent comes in.
   *
   * @param keep whether the membership is stored: the agent has a key and asked
   * @param since replay only what is newer; absent = the newest buffer
   * @param attention what it hears from its first message on
   * @param newcomer the agent's row if the store may not have it; stored with the membership
   * @param undone how often this came to nothing because of what was refused before it
   */
  record Enter(
      Presence.Member member,
      Entry entry,
      boolean keep,
      @Nullable Long since,
      ChannelFilter attention,
      @Nullable StoredAgent newcomer,
      int undone)
      implements ChannelCommand {
    public Enter again(ChannelFilter now) {
      return new Enter(member, entry, keep, since, now, newcomer, undone + 1);
    }
  }

  /**
   * An agent goes out.
   *
   * @param gone the agent disconnected: nothing is said to it and its stored membership stays
   */
  record Exit(Presence.Member member, boolean gone) implements ChannelCommand {}

  /**
   * Something is said.
   *
   * @param id the message's
   * @param extras further wire fields without braces
   * @param mentions the ids of those it names
   * @param inReplyTo what it answers, as JSON text
   * @param newcomer the author's row if the store may not have it; stored with the message
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
      Attached attached)
      implements ChannelCommand {
    public Post {
      mentions = List.copyOf(mentions);
      tags = List.copyOf(tags);
    }
  }

  /**
   * A member hears something else from here on.
   *
   * @param asked it sent SUBSCRIBE: answer it
   * @param keep whether that is stored
   * @param before what it heard till now; comes back if this did not happen
   */
  record Attend(
      Presence.Member member,
      ChannelFilter attention,
      boolean asked,
      boolean keep,
      @Nullable Filter before)
      implements ChannelCommand {}

  /**
   * An operator sets the least time between two messages of one agent; 0 = none. The channel
   * answers the request.
   *
   * @param audit what the audit says of the order; stored with the setting
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

  /** The server says something, unless the channel is too large to announce in. */
  record Notice(String text) implements ChannelCommand {}

  /**
   * An agent makes the channel and is its first member.
   *
   * @param keep whether its membership is stored
   * @param newcomer the creator's row if the store may not have it; stored with the channel
   */
  record Create(
      Presence.Member creator,
      boolean keep,
      boolean inviteOnly,
      boolean verifiedOnly,
      ChannelFilter attention,
      @Nullable StoredAgent newcomer)
      implements ChannelCommand {}

  /** Makes sure that a channel of the configuration exists. */
  record Establish() implements ChannelCommand {}

  /**
   * Removes the channel if nobody keeps it.
   *
   * @param lastSeq the last seq of the channel when the store had nothing of it to keep
   */
  record Close(long lastSeq) implements ChannelCommand {}

  record Invite(Presence.Member inviter, String target) implements ChannelCommand {}

  /** Who is in; of an invite-only channel only members learn it. */
  record CallTheRoll(Presence.Member asker) implements ChannelCommand {}

  /** Whether this agent may read the history. */
  record MayRead(String agent) implements ChannelCommand {}

  record Type(Presence.Member typist) implements ChannelCommand {}

  /** The claimant is about to answer a message. */
  record Claim(Presence.Member claimant, String msgId, double startedAt)
      implements ChannelCommand {}

  /** An agent that was never in the channel is gone, and its claims to the floor with it. */
  record ReleaseFloor(SessionId session) implements ChannelCommand {}

  /** The server says something that is not stored, unless the channel is too large for it. */
  record Announce(String text) implements ChannelCommand {}

  /**
   * The server says something for an agent, to all members. It counts as the agent's in slow mode,
   * filters and mutes.
   *
   * @param id the entry's; the same id is stored once
   * @param session whose agent must still be in; absent = that was made sure of
   * @param kind the entry's
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

  /** The member has changed in a way that nobody is told of. */
  record Update(Presence.Member member) implements ChannelCommand {}

  /** {@code member} has the new name already. */
  record Rename(Presence.Member member, String oldName) implements ChannelCommand {}
}
