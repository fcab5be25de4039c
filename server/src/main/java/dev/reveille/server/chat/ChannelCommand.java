package dev.reveille.server.chat;

import dev.reveille.server.kernel.Command;
import dev.reveille.server.kernel.Presence;
import dev.reveille.server.kernel.SessionId;
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
   * @param undone how often this came to nothing because of what was refused before it
   */
  record Enter(Presence.Member member, Entry entry, boolean keep, @Nullable Long since, int undone)
      implements ChannelCommand {
    Enter again() {
      return new Enter(member, entry, keep, since, undone + 1);
    }
  }

  /**
   * An agent goes out.
   *
   * @param gone the agent disconnected: nothing is said to it and its stored membership stays
   */
  record Exit(Presence.Member member, boolean gone) implements ChannelCommand {}

  /** {@code id} is the message's id; {@code extras} further wire fields without braces. */
  record Post(
      String id,
      Presence.Member author,
      String content,
      String extras,
      @Nullable String clientMsgId)
      implements ChannelCommand {}

  /** The server says something, unless the channel is too large to announce in. */
  record Notice(String text) implements ChannelCommand {}

  record Create(Presence.Member creator, boolean keep, boolean inviteOnly, boolean verifiedOnly)
      implements ChannelCommand {}

  /** Makes sure that a channel of the configuration exists. */
  record Establish() implements ChannelCommand {}

  record Invite(Presence.Member inviter, String target) implements ChannelCommand {}

  record CallTheRoll() implements ChannelCommand {}

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

  record FindFellows(String agent) implements ChannelCommand {}

  /** {@code member} has the new name already. */
  record Rename(Presence.Member member, String oldName) implements ChannelCommand {}
}
